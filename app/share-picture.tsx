import { ImageResponse } from 'next/og'
import { Mark } from '@/app/mark'

/** What sites that show a card for a link ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** Longer titles are cut: they would be smaller than a card can show. */
const TITLE_CHARS_MAX = 140
const LONG_TITLE_CHARS = 70

export type SharePicture = {
  title: string
  /** Short facts under it: where it stands, what is in it. */
  facts: readonly string[]
}

/** The picture of a link: a title, a line of facts, the mark. */
export function sharePicture({ title, facts }: SharePicture): ImageResponse {
  const words = title.length > TITLE_CHARS_MAX ? `${title.slice(0, TITLE_CHARS_MAX).trimEnd()}…` : title
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 72,
        background: '#f7f8f5',
        color: '#1a211d',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 36 }}>
        <Mark size={52} />
        <span style={{ marginLeft: 20 }}>Caveat</span>
      </div>
      <div
        style={{
          display: 'flex',
          flex: 1,
          alignItems: 'center',
          fontSize: words.length > LONG_TITLE_CHARS ? 54 : 68,
          lineHeight: 1.2,
        }}
      >
        {words}
      </div>
      <div style={{ display: 'flex', fontSize: 34, color: '#274392' }}>{facts.join('  ·  ')}</div>
    </div>,
    SHARE_SIZE,
  )
}
