import type { Decision } from '@/server/contract/decision'

export const KIND_WORDS: Record<Decision['kind'], { word: string; filter: string }> = {
  open: { word: 'open answer', filter: 'Open answers' },
  choice: { word: 'choice', filter: 'Choices' },
  belief: { word: 'claim', filter: 'Claims' },
  forecast: { word: 'forecast', filter: 'Forecasts' },
  buy: { word: 'buy or not', filter: 'Buy or not' },
}
