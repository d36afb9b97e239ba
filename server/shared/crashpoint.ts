/**
 * Named places where a process may die. Nothing listens in production; tests listen and throw or kill, so that every gap
 * between two effects is tried (reliability, G3).
 */
export const CRASHPOINTS = [
  'step.after_claim',
  'step.after_call',
  'step.after_apply',
  'answer.after_call',
  'run.after_call',
] as const
export type Crashpoint = (typeof CRASHPOINTS)[number]

let listener: (name: Crashpoint) => void = () => {}

export function crashpoint(name: Crashpoint): void {
  listener(name)
}

/** Listens until the returned function is called. */
export function onCrashpoint(listen: (name: Crashpoint) => void): () => void {
  listener = listen
  return () => {
    listener = () => {}
  }
}
