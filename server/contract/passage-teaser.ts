import { TEASER_CHARS_MAX } from './market'

export type PassageTeaser = {
  /** Of all that is sold, the line that says where it is from included. */
  words: number
  /** The document's, where its owner has made titles public; null elsewhere. */
  title: string | null
  /** The bot's. */
  name: string
  about: string
}

/**
 * What everybody sees of a passage that a bot offers: the words that its owner has chosen for everybody, and how long it is. Nothing of the
 * passage itself, and nothing that depends on the question: a teaser that named the question's words told which of them the passage
 * has (reliability, L14).
 */
export function passageTeaser({ words, title, name, about }: PassageTeaser): string {
  const length = `passage of ${words} ${words === 1 ? 'word' : 'words'}`
  const subject = title === null ? `${onOneLine(name)}: a ${length}.` : `A ${length} from “${title}”.`
  return shortened(`${subject} ${onOneLine(about)}`.trim(), TEASER_CHARS_MAX)
}

/** Of one of several passages, the same whichever is chosen. */
export function chosenTeaser({ about }: Pick<PassageTeaser, 'about'>): string {
  const teaser = `One of several passages, the one that says most on what is checked. ${onOneLine(about)}`
  return shortened(teaser.trim(), TEASER_CHARS_MAX)
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Cut between words. */
function shortened(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  return `${text.slice(0, charsMax).replace(/\s+\S*$/, '')}…`.slice(0, charsMax)
}
