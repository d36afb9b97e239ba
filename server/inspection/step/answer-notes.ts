import type { AnswerTask } from '../../llm/model'
import type { TreeRows } from '../../market/tree-rows'
import { counted } from '../../words/amounts'
import { passedInWords } from '../../words/tree'

/** What the market itself adds to an answer, in words made of counts. */

/** Whoever reads the answer is told what it does not rest on. */
export function unreadNotes({ read = [] }: AnswerTask['question']): string[] {
  return read.flatMap(({ handle, url, notRead }) =>
    notRead === null
      ? []
      : [`The page at \`${url.replaceAll('`', '%60')}\` was not read, because ${notRead}. [${handle}]`],
  )
}

/** Why a purchase that was paid for is not in the text. */
export function sealedNote(handles: readonly string[]): string {
  const cited = handles.map((handle) => `[${handle}]`).join('')
  const [is, repeats] = handles.length === 1 ? ['is', 'it repeats'] : ['are', 'they repeat']
  return `${counted(handles.length, 'purchase')} ${is} not quoted here, because ${repeats} an offer that was not bought; what was said there counts in the recommendation. ${cited}`
}

/** Why nothing was bought, in words made of counts only. */
export function nothingBought(tree: Pick<TreeRows, 'offers' | 'inspection'>): string {
  const read = tree.offers.filter((offer) => offer.firstReadAt !== null)
  if (tree.offers.length === 0) {
    return `Nobody made an offer before the deadline, so nothing was read and nothing was bought. ${allIs(tree)}`
  }
  if (read.length === 0) return `No offer was read, so nothing was bought. ${allIs(tree)}`
  const reasons = new Map<string, number>()
  for (const offer of read) {
    const reason = passedInWords(offer.reason)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const list = [...reasons].map(([reason, count]) => `- ${counted(count, 'offer')} ${reason}`).join('\n')
  return `The agent read ${counted(read.length, 'offer')} and bought nothing:\n\n${list}\n\n${mayStayOpen(tree) ? 'Later offers are read until the deadline; what is not spent by then goes back to your wallet.' : 'What it read is forgotten, and the unspent budget is back in your wallet. To get other offers, ask again with more detail, or with another budget.'}`
}

/** An answer stays as it is when nothing is bought afterwards, so it must be true before and after the question's end. */
function mayStayOpen({ inspection: { status } }: Pick<TreeRows, 'inspection'>): boolean {
  return status !== 'settled'
}

function allIs(tree: Pick<TreeRows, 'inspection'>): string {
  return mayStayOpen(tree)
    ? 'What is not spent by the deadline goes back to your wallet.'
    : 'The whole budget is back in your wallet.'
}
