import type { Deps } from '../deps'

export async function seedDemoOnce(_deps: Deps): Promise<void> {}
