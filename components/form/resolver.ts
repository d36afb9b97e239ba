import { zodResolver } from '@hookform/resolvers/zod'
import { installInputWords } from '@/server/words/input'

// A form checks with the server's own schema, so it says what the server would.
installInputWords()

export { zodResolver }
