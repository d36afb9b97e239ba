import type { Area } from './area'

const PASSWORDS = ['server/api/rate-limit.db', 'server/api/password-guesses.db']

export const LIMITS: readonly Area[] = [
  {
    room: 'limits',
    file: 'server/api/rate-limit.ts',
    project: 'db',
    tests: PASSWORDS,
    mutants: [
      {
        promise: 'guesses from one address are limited',
        from: "  await spend(deps, 'guess', addressKey(guess))",
        to: '',
      },
      {
        promise: 'one address cannot lock somebody out',
        from: 'const addressKey = ({ account, ip }: Guess) => `${account}|${ip}`',
        to: 'const addressKey = ({ account }: Guess) => account',
      },
      {
        promise: 'guesses from everywhere are slow',
        from: "const over = await spendOver(deps, 'account', account)",
        to: 'const over = 0',
      },
      {
        promise: 'who is known at an address does not wait',
        from: 'if (over > 0 && !(await isKnownAddress(deps, { account, ip })))',
        to: 'if (over > 0)',
      },
      {
        promise: 'a known browser has tries of its own',
        from: 'if (await isKnownDevice(deps, guess)) {',
        to: 'if (false) {',
      },
      {
        promise: 'a known browser has ten tries and no more',
        from: "    await spend(deps, 'guess', deviceKey(deps, guess))",
        to: '',
      },
      {
        promise: 'the right password starts the count again',
        from: "  await forgive(deps, 'guess', key)",
        to: '',
      },
    ],
  },
  {
    room: 'limits',
    file: 'server/api/trpc.ts',
    project: 'unit',
    tests: ['server/api/trpc'],
    mutants: [
      {
        promise: 'calls are limited',
        from: "await spendCall(ctx, type === 'mutation' ? 'write' : 'read')",
        to: '',
      },
      {
        promise: 'writes have the narrower limit',
        from: "type === 'mutation' ? 'write' : 'read'",
        to: "'read'",
      },
      {
        promise: 'the limit is of one person',
        from: 'const quota = await spend(ctx.deps, cost, payerOf(ctx, ctx.call))',
        to: 'const quota = await spend(ctx.deps, cost, ctx.call.ip)',
      },
      {
        promise: 'foreign pages change nothing',
        from: "if (type === 'mutation' && ctx.call && !ctx.call.isOurs)",
        to: 'if (false)',
      },
      {
        promise: 'the signed-out are refused',
        from: "if (!ctx.user) throw new AppError('auth.signed_out')\n    return next({ ctx: { ...ctx, user: ctx.user } })",
        to: 'return next({ ctx: { ...ctx, user: ctx.user as never } })',
      },
    ],
  },
  {
    room: 'limits',
    file: 'server/auth/sessions.ts',
    project: 'db',
    tests: ['server/api/follow.db'],
    mutants: [
      {
        promise: 'a stream ends with its login',
        from: 'if (now - checkedAt < LOGIN_CHECK_MS) return',
        to: 'if (now >= 0) return',
      },
      {
        promise: 'a stream asks about its login once a second',
        from: 'now - checkedAt < LOGIN_CHECK_MS',
        to: 'false',
      },
    ],
  },
  {
    room: 'tree',
    file: 'server/tree/delta.ts',
    project: 'unit',
    tests: ['server/tree/delta'],
    mutants: [
      {
        promise: 'a reading touches its offers',
        from: "if (type === 'context.inspecting' || type === 'sitting.ended') touchOffersIn(contextId)",
        to: '',
      },
      {
        promise: 'an end touches the parent',
        from: 'if (parentId !== null) contextIds.add(parentId)',
        to: '',
      },
      {
        promise: 'a purchase opens what quotes it',
        from: 'if (quotes.includes(boughtId)) offerIds.add(offerId)',
        to: 'void quotes',
      },
      {
        promise: 'a purchase opens what is about it',
        from: 'if (!about.includes(boughtId)) continue',
        to: 'continue',
      },
      {
        promise: 'an old delta changes nothing',
        from: 'if (head.lastSeq <= view.lastSeq) return view',
        to: '',
      },
      {
        promise: 'an event is there once',
        from: 'events.filter((event) => event.seq > view.lastSeq)',
        to: 'events',
      },
      {
        promise: 'what was withdrawn goes',
        from: '.filter(({ id }) => !withdrawnOfferIds.includes(id))',
        to: '',
      },
    ],
  },
]
