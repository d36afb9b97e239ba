import { toast } from '@/components/ui/toast'
import { readServerError, type ServerError } from './server-error'

/** Waits for an act and for the page to show it, and says that it is done; else returns why it was refused. */
export async function done(
  act: Promise<unknown>,
  { reread, words }: { reread: () => Promise<unknown>; words: string },
): Promise<ServerError | null> {
  try {
    await act
    await reread()
    toast.success(words)
    return null
  } catch (error) {
    return readServerError(error)
  }
}
