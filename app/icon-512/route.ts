import { iconOf } from '@/app/icon-picture'

const PIXELS = 512

export function GET() {
  return iconOf(PIXELS)
}
