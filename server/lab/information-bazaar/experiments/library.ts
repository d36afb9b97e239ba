import { builtInCorpus } from '../built-in-corpus'
import { type Library, libraryOf, type Trio, triosOf } from '../micro'
import { lexicalSense } from '../sense'

/** The lab's own corpus, ready to be searched; made when it is first wanted, because making it takes a moment. */
let library: Library | null = null
let trios: Promise<Trio[]> | null = null

export function ownLibrary(): Library {
  library ??= libraryOf(
    builtInCorpus,
    lexicalSense(builtInCorpus.passages.map(({ passage }) => passage.content)),
  )
  return library
}

/** All its questions with two alternatives to their gold passages, in the corpus's order. */
export function ownTrios(): Promise<Trio[]> {
  trios ??= triosOf(ownLibrary())
  return trios
}
