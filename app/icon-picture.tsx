import { ImageResponse } from 'next/og'
import { Mark } from '@/app/mark'

/** A square icon of so many pixels; phones round its corners and may cut a tenth of each side. */
export function iconOf(pixels: number): ImageResponse {
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        alignItems: 'center',
        justifyContent: 'center',
        background: '#f7f8f5',
      }}
    >
      <Mark size={Math.round(pixels * 0.68)} />
    </div>,
    { width: pixels, height: pixels },
  )
}
