import * as z from 'zod'
import { builtInCorpus } from '../built-in-corpus'
import { corpusOf } from '../corpus'
import { type Library, libraryOf, type Trio, triosOf } from '../micro'
import { lexicalSense } from '../sense'

type Shelf = { data: string | undefined; library: Library; trios: Promise<Trio[]> | null }

/** Made when it is first wanted, because making it takes a moment; the runs of one command share it. */
let shelf: Shelf | null = null

function shelfOf(data: string | undefined): Shelf {
  if (shelf === null || shelf.data !== data) {
    const corpus = data === undefined ? builtInCorpus : corpusOf(z.array(z.unknown()).parse(JSON.parse(data)))
    if (corpus.questions.length === 0) throw new Error('The corpus has no question.')
    const contents = corpus.passages.map(({ passage }) => passage.content)
    shelf = { data, library: libraryOf(corpus, lexicalSense(contents)), trios: null }
  }
  return shelf
}

/**
 * A corpus, ready to be searched: the one that `--data` gave as a JSON array of its documents, else the lab's own.
 *
 * @throws Error when it is not a corpus.
 */
export function libraryFor(data: string | undefined): Library {
  return shelfOf(data).library
}

/**
 * All its questions with two alternatives to their gold passages, in the corpus's order.
 *
 * @throws Error when no question has two.
 */
export async function triosFor(data: string | undefined): Promise<Trio[]> {
  const found = shelfOf(data)
  found.trios ??= triosOf(found.library)
  const trios = await found.trios
  if (trios.length === 0) {
    throw new Error(
      'No question of the documents finds two passages beside its own, so there is nothing to choose from: they are too few, or share no words with the questions. Add documents, or paragraphs, on the same subjects.',
    )
  }
  return trios
}
