import { orNotFound, strangersCaller } from '@/app/server'
import { SHARE_SIZE, sharePicture } from '@/app/share-picture'
import { factsOf } from '@/components/question/share-words'

export const size = SHARE_SIZE
export const contentType = 'image/png'
export const alt = 'The question, and where it stands'

/** As a stranger sees it: whoever asks for the picture, it is shown to others. */
export default async function QuestionImage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const view = await orNotFound((await strangersCaller()).contexts.view({ id }))
  return sharePicture({ title: view.title, facts: factsOf(view) })
}
