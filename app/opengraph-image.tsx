import { SHARE_SIZE, sharePicture } from '@/app/share-picture'

export const size = SHARE_SIZE
export const contentType = 'image/png'
export const alt = 'Caveat: answers are read before they are paid for'

export default function SiteImage() {
  return sharePicture({
    title: 'Answers are read before they are paid for.',
    facts: ['Ask with a budget', 'People and bots offer', 'What is not bought is forgotten'],
  })
}
