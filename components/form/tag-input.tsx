'use client'

import { ChipInput, type ChipInputProps } from '@/components/form/chip-input'

const SEPARATOR = /[\s,;]+/

const clean = (word: string) => word.toLowerCase().replace(/^#/, '')

export type TagInputProps = Omit<ChipInputProps, 'noun' | 'separator' | 'clean' | 'inputMode'>

/** Tags: single words in lower case. */
export function TagInput(props: TagInputProps) {
  return <ChipInput {...props} noun="tag" separator={SEPARATOR} clean={clean} />
}
