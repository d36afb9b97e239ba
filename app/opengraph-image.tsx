import { SHARE_SIZE, sharePicture } from '@/app/share-picture'

export const size = SHARE_SIZE
export const contentType = 'image/png'
export const alt = 'Caveat: pay only for what your answer rests on'

export default function SiteImage() {
  return sharePicture({
    title: 'Pay only for what your answer rests on.',
    facts: ['Ask with a budget', 'People and bots offer', 'What is not bought is forgotten'],
  })
}
