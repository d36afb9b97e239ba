import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  RECORDED_FOLDER,
  REPORT_FILE,
  type Recorded,
  type Report,
  recordedSchema,
  reportSchema,
} from '@/server/lab/recorded'

/** What was recorded of an experiment; null when nothing was: it needs a model, or it is new. */
export async function readRecorded(name: string): Promise<Recorded | null> {
  const text = await textOf(`${name}.json`)
  return text === null ? null : recordedSchema.parse(JSON.parse(text))
}

export async function readReport(): Promise<Report> {
  const text = await textOf(REPORT_FILE)
  return text === null ? [] : reportSchema.parse(JSON.parse(text))
}

async function textOf(name: string): Promise<string | null> {
  try {
    return await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), RECORDED_FOLDER, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
