import type { Provider } from 'oidc-provider'
import { DELEGABLE_SCOPES } from '../../actors/actor'
import { connectProgram, readConnection } from '../../auth/programs'
import { type Proof, proveAgain } from '../../auth/prove-again'
import { KEY_NAME_CHARS_MAX } from '../../contract/access-keys'
import type { AllowConnection, ConnectionAsked, PROGRAM_DOORS } from '../../contract/programs'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { isOnThisMachine, providerOf } from './provider'
import { doorOf } from './resources'

/**
 * What a person says to a program that asks for them. The library keeps what is asked; what is answered becomes a key of theirs, and the
 * library's word for it (a grant of scopes at each door that was named).
 */

type Interaction = InstanceType<Provider['Interaction']>
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

type Asked = {
  interaction: Interaction
  client: Client
  scopes: ConnectionAsked['scopes']
  resources: { resource: string; door: (typeof PROGRAM_DOORS)[number] }[]
  backTo: URL
}

/** @throws AppError `programs.ask_not_found`. */
async function readAsk(deps: Deps, ask: string): Promise<Asked> {
  const provider = providerOf(deps)
  const interaction = await provider.Interaction.find(ask)
  if (!interaction || interaction.result !== undefined) throw new AppError('programs.ask_not_found')
  const { client_id: clientId, redirect_uri: backTo, scope, resource } = interaction.params
  const client = await provider.Client.find(String(clientId)).catch(() => undefined)
  if (!client) throw new AppError('programs.ask_not_found')
  const asked = String(scope).split(' ')
  return {
    interaction,
    client,
    scopes: DELEGABLE_SCOPES.filter((one) => asked.includes(one)),
    resources: [resource].flat().flatMap((one) => {
      const door = doorOf(deps, String(one))
      return door === null ? [] : [{ resource: String(one), door }]
    }),
    backTo: new URL(String(backTo)),
  }
}

/** Who asks, and for what. @throws AppError `programs.ask_not_found`. */
export async function viewAsk(deps: Deps, userId: string, ask: string): Promise<ConnectionAsked> {
  const { client, scopes, resources, backTo } = await readAsk(deps, ask)
  const { clientId } = client
  return {
    name: nameOf(client, backTo),
    host: backTo.hostname,
    isOnThisMachine: isOnThisMachine(backTo),
    vouchedBy: URL.canParse(clientId) ? new URL(clientId).hostname : null,
    scopes,
    doors: resources.map(({ door }) => door),
    before: await readConnection(deps, userId, clientId),
  }
}

/** Programs need not say what they are called. Line ends and length would let one write what it likes into the page. */
function nameOf({ clientName }: Client, backTo: URL): string {
  const name = (clientName ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return name === '' ? backTo.hostname : name.slice(0, KEY_NAME_CHARS_MAX)
}

/**
 * The yes: makes or changes the program's key, and sends the browser on.
 *
 * @throws AppError `programs.ask_not_found`, `programs.not_asked` (field `scopes`), `auth.too_many_keys`; as `proveAgain`.
 */
export async function allowAsk(
  deps: Deps,
  { ask, password, days, ...allowed }: AllowConnection & Pick<Proof, 'userId' | 'sessionId'>,
): Promise<{ continueAt: string }> {
  const { userId, sessionId } = allowed
  await proveAgain(deps, { userId, sessionId, password })
  const { interaction, client, scopes, resources, backTo } = await readAsk(deps, ask)
  if (allowed.scopes.some((scope) => !scopes.includes(scope)))
    throw new AppError('programs.not_asked', { details: { field: 'scopes' } })
  const { clientId } = client
  const keyId = await connectProgram(deps, {
    ...allowed,
    days,
    clientId,
    name: nameOf(client, backTo),
    host: backTo.hostname,
  })
  const { Grant } = providerOf(deps)
  const grant = new Grant({ accountId: keyId, clientId })
  const refused = scopes.filter((scope) => !allowed.scopes.includes(scope))
  for (const { resource } of resources) {
    grant.addResourceScope(resource, allowed.scopes.join(' '))
    // Said too, or the library would ask again.
    if (refused.length > 0) grant.rejectResourceScope(resource, refused.join(' '))
  }
  return answer(interaction, {
    login: { accountId: keyId, remember: false },
    consent: { grantId: await grant.save() },
  })
}

/** The no: the program is told, and nothing else happens. @throws AppError `programs.ask_not_found`. */
export async function refuseAsk(deps: Deps, ask: string): Promise<{ continueAt: string }> {
  const { interaction } = await readAsk(deps, ask)
  return answer(interaction, { error: 'access_denied', error_description: 'The person said no.' })
}

async function answer(
  interaction: Interaction,
  result: Interaction['result'],
): Promise<{ continueAt: string }> {
  interaction.result = result
  await interaction.persist()
  const { pathname } = new URL(interaction.returnTo)
  return { continueAt: pathname }
}
