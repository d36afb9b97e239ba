import { iconOf } from '@/app/icon-picture'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default function AppleIcon() {
  return iconOf(size.width)
}
