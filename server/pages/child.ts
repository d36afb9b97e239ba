import { mayRead, type PageTask, pageText, type TextReply } from './page-text'

/** What the child does with one text of a stranger. Without a task it only says that it has started. */
export default function readTask(task: PageTask | null): TextReply | boolean | null {
  if (task === null) return null
  return task.kind === 'text' ? pageText(task) : mayRead(task)
}
