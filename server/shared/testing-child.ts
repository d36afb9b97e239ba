export type TestTask = {
  does: 'nothing' | 'loop' | 'grow' | 'grow-outside' | 'crash' | 'environment' | 'pid'
}

/** What a child of a test does: all that a text of a stranger must not be able to do to the market. */
export default function misbehave({ does }: TestTask): unknown {
  switch (does) {
    case 'nothing':
      return null
    case 'loop':
      for (;;);
    case 'grow': {
      const held: number[][] = []
      for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => index + held.length))
    }
    case 'grow-outside': {
      const held: Buffer[] = []
      for (;;) held.push(Buffer.alloc(2 ** 20, held.length))
    }
    case 'crash':
      return process.kill(process.pid, 'SIGSEGV')
    case 'environment':
      return Object.keys(process.env)
    case 'pid':
      return process.pid
  }
}
