import { createSerializer, parseAsStringLiteral } from 'nuqs/server'
import { INBOX_STATES } from '@/server/contract/inbox'

/** Which of the questions to answer are shown, as it stands in the address. */
export const toAnswerParams = { show: parseAsStringLiteral(INBOX_STATES).withDefault('new') }

export const toAnswerQuery = createSerializer(toAnswerParams)
