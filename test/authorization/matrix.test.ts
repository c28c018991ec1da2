import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tasks } from '#server/app.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { SAMPLE_MERCHANT } from '../cases/integrations.ts'
import { merchantOf } from '../wompi-keys.ts'
import { testApp } from '../world.ts'
import { ACTORS, ACTORS_OF_B } from './actors.ts'
import { type Case, gaps, prepareCases } from './cases.ts'
import { seedCompany } from './fixtures.ts'
import { CANARY, digestRows, distinctWords, findWord, type Planted, plantCanaries } from './rows.ts'
import { type Cell, cellsOf, misplacedVerdicts, type ReadableReply, walk } from './walk.ts'

const WALK_MAX_MS = 120_000
/** The marks of the two clients of company A: neither may read the mark of the other. */
const [OWNER, OTHER_CLIENT] = ['PROPIA', 'VECINA']
/** The account of the company at Wompi: each of its clients reads its public key. */
const MERCHANT = 'EMPRESA'

const merchants = [SAMPLE_MERCHANT, MERCHANT, CANARY].map(merchantOf)
const simulator = await startWompiSimulator({ settleMs: 1, merchants })
const t = testApp({ WOMPI_TEST_URL: simulator.url })
let base = ''
let cases: Case[] = []
let cells: Cell[] = []
let idsOfB: string[] = []
let planted: Planted = { columns: 0, emptyTables: [] }
const replies: ReadableReply[] = []

const isRefused = ({ expected }: Cell): boolean => expected >= 400
/** The calls of company A. Calls with a secret link or address are not included: any caller may make them. */
const isOfA = (cell: Cell): boolean =>
  cell.caller.side === 'A' && cell.caller.role !== 'superadmin' && cell.case.may.anyone === undefined

beforeAll(async () => {
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const [companyA, companyB] = [await t.company({ integrations: true }), await t.company({ integrations: true })]
  const a = await seedCompany(t, companyA, { owner: OWNER, otherClient: OTHER_CLIENT, merchant: MERCHANT })
  const b = await seedCompany(t, companyB, { owner: CANARY, otherClient: CANARY, merchant: CANARY })
  cases = await prepareCases({ t, a, b, superadmin: await companyA.person('superadmin') })
  cells = cases.flatMap(cellsOf)
  idsOfB = [
    ...new Set(
      cases.flatMap((one) => one.callers.flatMap(({ side, user }) => (side === 'B' && user ? [user.companyId] : []))),
    ),
  ]
  await runJobs()
  t.mails.length = 0
  planted = await plantCanaries(t.owner, idsOfB)
}, WALK_MAX_MS)
afterAll(() => simulator.close())

const Job = z.object({ id: z.string(), task: z.string(), payload: z.unknown() })

/** Runs the pending jobs: emails, invitations, runs. */
async function runJobs(): Promise<void> {
  const { rows } = await t.owner.query(
    `select j.id::text as id, t.identifier as task, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  )
  for (const { id, task, payload } of rows.map((row) => z.parse(Job, row))) {
    await tasks[task]?.(t.world, payload)
    await t.owner.query('delete from graphile_worker._private_jobs where id = $1', [id])
  }
  // One call sends a limited number.
  for (let sent = -1; sent !== t.mails.length; ) {
    sent = t.mails.length
    await sendDue(t.world)
  }
}

test('AUT-07 cada llamada tiene su fila en la matriz y cada fila su llamada', () => {
  expect(gaps()).toEqual([])
  expect(misplacedVerdicts(cases)).toEqual([])
  expect(new Set(cells.map((cell) => cell.caller.name))).toEqual(new Set([...ACTORS, ...ACTORS_OF_B]))
  expect(cells.length).toBeGreaterThan(6_000)
})

test('AUT-07 cada texto de la empresa B lleva una palabra que nadie más tiene', () => {
  // A table without a row of company B would hide a leak: fixtures.ts inserts one.
  expect(planted.emptyTables).toEqual([])
  expect(planted.columns).toBeGreaterThan(70)
})

test(
  'AUT-07 lo que la matriz niega responde justo lo que dice, lo ajeno igual que lo que no existe, y no escribe nada',
  async () => {
    const before = await digestRows(t.owner, null)
    const walked = await walk(t, base, cells.filter(isRefused))
    replies.push(...walked.replies)
    expect(walked.failures).toEqual([])
    expect(await digestRows(t.owner, null)).toEqual(before)
  },
  WALK_MAX_MS,
)

test(
  'AUT-07 lo que la matriz permite a la empresa A sale bien y no toca una fila de la empresa B',
  async () => {
    const before = await digestRows(t.owner, idsOfB)
    const walked = await walk(
      t,
      base,
      cells.filter((cell) => !isRefused(cell) && isOfA(cell)),
    )
    replies.push(...walked.replies)
    expect(walked.failures).toEqual([])
    await runJobs()
    expect(t.mails.length).toBeGreaterThan(5)
    expect(await digestRows(t.owner, idsOfB)).toEqual(before)
  },
  WALK_MAX_MS,
)

test('AUT-07 ni una respuesta, archivo o correo de la empresa A dice algo de la empresa B', async () => {
  const theirs = await distinctWords(t.owner, idsOfB)
  expect(theirs.size).toBeGreaterThan(500)
  const ofA = replies.filter(({ caller }) => caller.side === 'A' && caller.role !== 'superadmin')
  expect(ofA.length).toBeGreaterThan(3_000)
  const said = [...ofA.map(({ cell, text }) => [cell, text]), ...t.mails.map((mail) => ['mail', JSON.stringify(mail)])]
  const leaks = said.flatMap(([where, text = '']) => {
    const word = findWord(text, theirs)
    return word === undefined ? [] : [`${where}: ${word}`]
  })
  expect(leaks).toEqual([])
})

test('AUT-07 un cliente no lee una palabra de otro cliente de su empresa', () => {
  const by = (name: string) => replies.filter(({ caller }) => caller.name === name)
  const repliesWith = (name: string, word: string) =>
    by(name)
      .filter(({ text }) => text.includes(word))
      .map(({ cell }) => cell)
  expect(repliesWith('client-owner', OTHER_CLIENT)).toEqual([])
  expect(repliesWith('client-other', OWNER)).toEqual([])
  // Each client reads their own mark: the marks are in the replies.
  expect(repliesWith('client-owner', OWNER).length).toBeGreaterThan(10)
  expect(repliesWith('client-other', OTHER_CLIENT).length).toBeGreaterThan(10)
})

/** Replies with data of clients that are not counted, and why. */
const NOT_COUNTED: Readonly<Record<string, string>> = {
  'POST /client/massive/preview': 'rows of the file that the caller sends',
  'POST /client/opening/preview': 'rows of the file that the caller sends',
  'GET /admin/plans': 'the mark is in the name of the plan of each client',
  'POST /contract/:no/transfer/preview': 'the mark is in the name of the plan of the contract',
  'GET /outage': 'the mark is in the cause of an outage of the company',
  'GET /outage/:id': 'the mark is in the cause of an outage of the company',
  'GET /bank/file': 'the mark is in the name of a file of the company',
  'GET /bank/file/:id': 'the mark is in the name of a file of the company',
  'GET /cash-desk': 'the mark is in the name of an account of the company',
  'GET /cash-turn': 'the mark is in the name of an account of the company',
  'GET /accounting/account': 'the mark is in the name of an account of the company',
  'GET /accounting/closing': 'the mark is in the reason of a closing of the company',
  'GET /outgoing-webhook': 'the mark is in the name of a webhook of the company',
  'GET /webhook-delivery': 'the mark is in the name of a webhook of the company',
  'GET /webhook-delivery/:id': 'the mark is in the name of a webhook of the company',
  'GET /integration/sms': 'the mark is in the problem of the account of the company',
  'GET /integration/whatsapp': 'the mark is in the problem of a template of the company',
  'GET /collection-policy': 'the mark is in the name of who changed the policy',
  'GET /bureau-policy': 'the mark is in the name of the bureau and of who changed the policy',
  'GET /collection-template': 'the mark is in the text of a template of the company',
  'GET /suspension/run': 'the mark is in the name of who approved a day',
  'GET /electronic-invoice/file-issuer': 'the mark is in the prefix of a range of the company',
}

test('BIN-01 cada lectura con datos de un cliente declara dónde los tiene, o es un archivo que queda en la bitácora', () => {
  const isStaff = ({ caller }: ReadableReply): boolean => caller.side === 'A' && caller.role !== 'client'
  const marked = replies.filter(
    (reply) => isStaff(reply) && (reply.text.includes(OWNER) || reply.text.includes(OTHER_CLIENT)),
  )
  const names = new Set(marked.map(({ cell }) => (cell.split(' · ')[0] ?? '').split('?')[0] ?? ''))
  const undeclared = cases
    .filter(
      ({ name, endpoint }) =>
        names.has(name) && (endpoint.method === 'GET' || endpoint.readOnly || endpoint.replyAs === 'file'),
    )
    .filter(({ endpoint }) => endpoint.clientRows === undefined && endpoint.listFile === undefined)
  expect(undeclared.map(({ name }) => name).filter((name) => !(name in NOT_COUNTED))).toEqual([])
  expect(names.size).toBeGreaterThan(15)
})

test(
  'AUT-07 lo que la matriz permite a la empresa B, a la plataforma y a quien tiene un enlace sale bien',
  async () => {
    const allowed = cells.filter((cell) => !isRefused(cell) && !isOfA(cell))
    // The superadmin last: their calls suspend companies.
    const walked = await walk(t, base, [
      ...allowed.filter(({ caller }) => caller.role !== 'superadmin'),
      ...allowed.filter(({ caller }) => caller.role === 'superadmin'),
    ])
    expect(walked.failures).toEqual([])
    // Company B reads its own words, in PDF files too: a leak to company A would have been detected.
    const own = walked.replies.filter(({ caller, text }) => caller.side === 'B' && text.includes(CANARY))
    expect(new Set(own.map(({ cell }) => cell.split(' · ')[0])).size).toBeGreaterThan(25)
    expect(own.some(({ isPdf }) => isPdf)).toBe(true)
  },
  WALK_MAX_MS,
)
