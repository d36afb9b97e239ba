'use client'

import { ChipInput, type ChipInputProps } from '@/components/form/chip-input'

/** A phrase may have spaces, an address may have commas. */
const SEPARATORS = { phrase: /[,;\n]+/, address: /\s+/ } as const

const clean = (entry: string) => entry.trim().replace(/\s+/g, ' ')

export type PhraseInputProps = Omit<ChipInputProps, 'separator' | 'clean' | 'inputMode'> & {
  kind?: keyof typeof SEPARATORS
}

/** Words, phrases or addresses. */
export function PhraseInput({ kind = 'phrase', ...props }: PhraseInputProps) {
  return (
    <ChipInput
      {...props}
      separator={SEPARATORS[kind]}
      clean={clean}
      inputMode={kind === 'address' ? 'url' : undefined}
    />
  )
}
