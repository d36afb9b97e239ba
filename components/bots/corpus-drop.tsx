'use client'

import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ACCEPTED_ENDINGS } from '@/server/contract/corpus'
import { DROP_HINT } from './corpus-words'

export type CorpusDropProps = { onFiles: (files: File[]) => void }

/** Where documents are dropped, or chosen as files or as a whole folder. */
export function CorpusDrop({ onFiles }: CorpusDropProps) {
  const [isOver, setIsOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const hintId = useId()

  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(await filesIn(event.dataTransfer))
  }
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])].filter(isVisible))
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <section
      aria-label="Add documents"
      aria-describedby={hintId}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void drop(event)}
      className={cn(
        'flex flex-col items-center gap-3 rounded-lg border border-edge border-dashed px-4 py-8 text-center transition-colors',
        isOver && 'border-accent bg-accent-wash',
      )}
    >
      <FileUp aria-hidden className="size-7 stroke-[1.5] text-muted" />
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => files.current?.click()}>Choose files</Button>
        <Button variant="quiet" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
      <p id={hintId} className="max-w-md text-muted text-sm">
        {DROP_HINT}
      </p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_ENDINGS}
        data-testid="document-files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input
          // React has no property for it.
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
    </section>
  )
}

/** What a machine keeps beside documents (".DS_Store", ".git/…") is nobody's document. */
function isVisible(file: File): boolean {
  const path = file.webkitRelativePath || file.name
  return !path.split('/').some((part) => part.startsWith('.'))
}

/** All files that were dropped, those inside of folders too. */
async function filesIn(data: DataTransfer): Promise<File[]> {
  // Read before anything is awaited: afterwards the browser has taken the list away.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const plain = [...data.files]
  if (entries.every((entry) => !entry?.isDirectory)) return plain.filter(isVisible)
  const found = await Promise.all(entries.map((entry) => (entry ? filesOfEntry(entry) : [])))
  return found.flat().filter(isVisible)
}

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return []
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    )
    return file ? [file] : []
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  // A reader gives a hundred at a time, and nothing when it is done.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (entries.length === 0) return found
    for (const inner of entries) found.push(...(await filesOfEntry(inner)))
  }
}
