import { addBusinessDays } from '#domain/core/calendar.ts'
import { type Day, fieldsOf } from '#domain/core/days.ts'
import type { Ctx, World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { openSeries } from '#server/ledger/numbers.ts'
import { answer, escalate, sicDecision } from '#server/pqr/answers.ts'
import { submitAppeal } from '#server/pqr/appeals.ts'
import { runClock } from '#server/pqr/clock.ts'
import { close } from '#server/pqr/closing.ts'
import { findFiler } from '#server/pqr/filer.ts'
import { submitCase } from '#server/pqr/filing.ts'
import { extendAnswer, message, requestInfo, take } from '#server/pqr/steps.ts'
import { CASE_STORIES, CASE_TEMPLATES, type CaseStory } from './case-texts.ts'
import { contextAt, type DemoUser } from './context.ts'
import { inDemoTransaction } from './transaction.ts'

/** An invented operator code. */
const OPERATOR = '4120'
const SMALL_COMPANY_STORIES = 2

type Person = DemoUser
type Cast = { staff: Person; demoClient: Person; clients: Person[] }

/** Creates the cases of a company with the verbs of the product, each step at the hour in which it happened. */
export async function simulateCases(
  world: World,
  scope: Scope,
  { hasOperatorCode }: { hasOperatorCode: boolean },
  today: Day,
): Promise<void> {
  const cast = await inDemoTransaction(world, scope, async (tx) => {
    if (hasOperatorCode) await openRanges(tx, today)
    await tx
      .insertInto('pqr_templates')
      .values([...CASE_TEMPLATES])
      .execute()
    return readCast(tx)
  })
  const stories = CASE_STORIES.slice(0, hasOperatorCode ? CASE_STORIES.length : SMALL_COMPANY_STORIES)
  // In the order of their filing: the numbers of the cases follow it.
  for (const [index, story] of stories.toSorted((a, b) => b.filed - a.filed).entries())
    await playStory(world, scope, { story, cast, index, today })
}

async function openRanges(tx: Tx, today: Day): Promise<void> {
  for (const year of [fieldsOf(today).year - 1, fieldsOf(today).year]) {
    await openSeries(tx, 'pqr', `${OPERATOR}-${String(year % 100).padStart(2, '0')}`, { first: 1, end: 50_000 })
    await tx
      .insertInto('pqr_ranges')
      .values({ year, operator_code: OPERATOR, first_number: 1, last_number: 50_000 })
      .execute()
  }
}

async function readCast(tx: Tx): Promise<Cast> {
  const staff = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'role'])
    .where('role', '=', 'financial')
    .executeTakeFirstOrThrow()
  const clients = await tx
    .selectFrom('users')
    .innerJoin('clients', (join) =>
      join.onRef('clients.company_id', '=', 'users.company_id').onRef('clients.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.role', 'users.username'])
    .where('clients.business_name', 'is', null)
    .orderBy('clients.created_at')
    .orderBy('clients.id')
    .limit(40)
    .execute()
  const demoClient = clients.find(({ username }) => username.startsWith('cliente@')) ?? clients[0]
  if (!demoClient) throw new Error('the demo has no client')
  return { staff, demoClient, clients: clients.filter(({ username }) => !username.includes('@')) }
}

type Play = { story: CaseStory; cast: Cast; index: number; today: Day }

async function playStory(world: World, scope: Scope, { story, cast, index, today }: Play): Promise<void> {
  const client = story.by === 'demo client' ? cast.demoClient : (cast.clients[index] ?? cast.demoClient)
  const filedOn = addBusinessDays(today, -story.filed)
  const id = await file(contextAt(world, scope, client, filedOn, 9), story)
  const input = { params: { id }, query: undefined }
  for (const step of story.steps) {
    const on = addBusinessDays(filedOn, step.after)
    const desk = contextAt(world, scope, cast.staff, on, 11)
    const own = contextAt(world, scope, client, on, 15)
    if (step.kind === 'silence') await runClock({ ...world, clock: () => desk.now })
    else if (step.kind === 'reply') await message(own, { ...input, body: { text: step.text } })
    else if (step.kind === 'appeal')
      await submitAppeal(own, { ...input, body: { kind: 'reposicion_subsidio_apelacion', text: step.text } })
    else if (step.kind === 'close')
      await close(own, {
        ...input,
        body: step.satisfaction === undefined ? {} : { satisfaction: step.satisfaction },
      })
    else await playDeskStep(desk, input, step)
  }
}

type DeskStep = Exclude<CaseStory['steps'][number], { kind: 'silence' | 'reply' | 'appeal' | 'close' }>

function playDeskStep(
  desk: Ctx,
  input: { params: { id: string }; query: undefined },
  step: DeskStep,
): Promise<unknown> {
  if (step.kind === 'take') return take(desk, { ...input, body: {} })
  if (step.kind === 'note') return message(desk, { ...input, body: { text: step.text, internal: true } })
  if (step.kind === 'ask') return requestInfo(desk, { ...input, body: { text: step.text } })
  if (step.kind === 'extend') return extendAnswer(desk, { ...input, body: { reason: step.text } })
  if (step.kind === 'answer') return answer(desk, { ...input, body: { text: step.text, decision: step.decision } })
  if (step.kind === 'escalate') return escalate(desk, { ...input, body: {} })
  return sicDecision(desk, { ...input, body: { outcome: 'revoca', text: step.text } })
}

/** Files the case by its person at the portal, or as the call of a person who is no client. */
async function file(ctx: Ctx, { by, complaint }: CaseStory): Promise<string> {
  const isClient = by !== 'unknown person'
  const { filed } = await ctx.tx(async (tx) => {
    const client = isClient ? await findFiler(tx, { user_id: ctx.actor.userId }) : undefined
    const filer = client ?? { client_id: null, person: UNKNOWN_PERSON }
    return submitCase(tx, {
      world: ctx.world,
      complaint: {
        ...complaint,
        response_channel: 'email' in filer.person && filer.person.email ? 'correo' : 'telefono',
      },
      filer,
      channel: isClient ? 'portal' : 'telefono',
      by: { id: ctx.actor.userId, name: filer.person.name, side: 'cliente' },
      now: ctx.now,
      today: ctx.today,
      ctx: null,
    })
  })
  return filed.id
}

const UNKNOWN_PERSON = {
  name: 'Gladys Perea Mosquera',
  type_identification: 'CC',
  identification: '1030598741',
  phone: '3104445566',
  address: 'Carrera 15 # 8-40, Cali',
} as const
