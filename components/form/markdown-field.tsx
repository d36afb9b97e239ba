'use client'

import { type ComponentProps, useState } from 'react'
import { MarkdownPreview } from '@/components/markdown/markdown-preview'
import { Field, type FieldProps } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

export type MarkdownFieldProps = Omit<FieldProps, 'children'> & {
  /** What `register` gives, or value and onChange. */
  textarea: ComponentProps<typeof Textarea>
  /** The text as it stands, for the preview. */
  markdown: string
}

/** A text in Markdown with its preview. The textarea stays in place behind the preview, with cursor and undo. */
export function MarkdownField({ textarea, markdown, counter, ...field }: MarkdownFieldProps) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <Field
      {...field}
      counter={
        <span className="flex items-center gap-3">
          {counter}
          <Segmented
            size="sm"
            value={view}
            onValueChange={setView}
            options={VIEWS}
            aria-label={
              typeof field.label === 'string' ? `${field.label}: write or preview` : 'Write or preview'
            }
          />
        </span>
      }
    >
      <div hidden={view === 'preview'}>
        <Textarea reading rows={6} {...textarea} />
      </div>
      {view === 'preview' ? (
        <div className="min-h-24 rounded-md border border-line bg-surface px-4 py-3">
          {markdown.trim() === '' ? (
            <p className="text-muted text-sm">Nothing to preview yet.</p>
          ) : (
            <MarkdownPreview markdown={markdown} />
          )}
        </div>
      ) : null}
    </Field>
  )
}
