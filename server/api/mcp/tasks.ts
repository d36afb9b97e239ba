import { TASKS_EXTENSION_ID_V2 } from '@modelcontextprotocol/ext-tasks/core/v2'
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { appErrorOf } from '../errors'
import type { ProcedurePath } from '../rest/operations'
import { problemOf } from '../rest/problem'
import { encode } from '../rest/wire'
import type { Market } from './tool'
import { inspect, outcomeData, POLL_SECONDS } from './tools'

/**
 * The extension Tasks (`io.modelcontextprotocol/tasks`, revision 2026-07-28, SEP-2663): a client that takes tasks gets a handle from
 * `inspect` and polls it. A task is the question that was asked: kept as long as that is, by whichever process, and open to whom the
 * question is. It never asks its client for anything.
 */

/** What each method of the extension calls; who may not call that may not use it. */
export const TASK_METHODS: Readonly<Record<string, readonly ProcedurePath[]>> = {
  'tasks/get': ['inspection.outcome'],
  'tasks/update': ['inspection.outcome'],
  'tasks/cancel': ['contexts.cancel'],
}

const MS_PER_SECOND = 1_000
const handleSchema = z.object({ questionId: z.string(), isOver: z.boolean() })

/** Whether this client can be given a task. */
export const takesTasks = ({ server }: McpServer) =>
  server.getClientCapabilities()?.extensions?.[TASKS_EXTENSION_ID_V2] !== undefined

/** What `inspect` comes to for a client that takes tasks: a handle unless it is over already. */
export async function inspectAsTask(market: Market, given: Parameters<typeof inspect.run>[1]) {
  const answer = await inspect.run(market, { ...given, waitSeconds: 0 })
  const { questionId, isOver } = handleSchema.parse(answer.data)
  if (isOver) return answer
  return { ...answer, task: { resultType: 'task', ...(await taskOf(market, questionId, 'working')) } }
}

async function taskOf(market: Market, taskId: string, status: 'working' | 'completed' | 'cancelled') {
  const { createdAt, endedAt } = await market.contexts.view({ id: taskId })
  return {
    taskId,
    status,
    createdAt: encode(createdAt),
    lastUpdatedAt: encode(endedAt ?? createdAt),
    ttlMs: null,
    pollIntervalMs: POLL_SECONDS * MS_PER_SECOND,
  }
}

/** @param shape makes a tool's result of what `inspect` answers. */
export function registerTasks(
  mcp: McpServer,
  market: Market,
  shape: (answer: Awaited<ReturnType<typeof inspect.run>>) => object,
): void {
  const { server } = mcp
  server.registerCapabilities({ extensions: { [TASKS_EXTENSION_ID_V2]: {} } })
  const handle = (method: string, does: (taskId: string) => Promise<object>) =>
    server.setRequestHandler(
      method,
      { params: z.looseObject({ taskId: z.string() }) },
      async ({ taskId }: { taskId: string }) => {
        if (!takesTasks(mcp))
          throw new ProtocolError(
            ProtocolErrorCode.MissingRequiredClientCapability,
            'This method is of the extension Tasks, which the client has not declared.',
            { requiredCapabilities: { extensions: { [TASKS_EXTENSION_ID_V2]: {} } } },
          )
        try {
          return { ...(await does(taskId)) }
        } catch (error) {
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, problemOf(error).detail)
        }
      },
    )
  handle('tasks/get', async (taskId) => {
    const outcome = await market.inspection.outcome({ rootId: taskId })
    if (!outcome.isOver)
      return { ...(await taskOf(market, taskId, 'working')), statusMessage: outcome.status }
    if (outcome.status === 'cancelled') return taskOf(market, taskId, 'cancelled')
    const result = shape({ data: outcomeData(outcome), untrusted: true })
    return { ...(await taskOf(market, taskId, 'completed')), result }
  })
  handle('tasks/update', async (taskId) => {
    await market.inspection.outcome({ rootId: taskId })
    return {}
  })
  handle('tasks/cancel', async (taskId) => {
    await market.inspection.outcome({ rootId: taskId })
    try {
      await market.contexts.cancel({ id: taskId, requestKey: `cancel-${taskId}` })
    } catch (error) {
      // What has ended, or is ending, is not an error: it is then seen by its status.
      if (appErrorOf(error).code !== 'inspection.not_running') throw error
    }
    return {}
  })
}
