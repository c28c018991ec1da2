import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tasks } from '#server/app.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { freePort } from '../ports.ts'
import { SAMPLE_MERCHANT } from '../samples-integrations.ts'
import { testApp } from '../world.ts'
import { ACTORS, ACTORS_OF_B } from './actors.ts'
import { type Case, gaps, prepareCases } from './cases.ts'
import { furnish, merchantOf } from './furnish.ts'
import { CANARY, digestRows, findWord, type Planted, plantCanaries, wordsOfTheirOwn } from './rows.ts'
import { type Cell, cellsOf, type Heard, mislaid, walk } from './walk.ts'

const PATIENCE_MS = 120_000
/** What the two clients of company A are called: neither may read the other's word. */
const [OWNER, NEIGHBOUR] = ['PROPIA', 'VECINA']

const port = await freePort()
const t = testApp({ WOMPI_TEST_URL: `http://127.0.0.1:${port}/v1` })
let simulator: Simulator
let base = ''
let cases: Case[] = []
let cells: Cell[] = []
let idsOfB: string[] = []
let planted: Planted = { columns: 0, bare: [] }
const heard: Heard[] = []

const isRefused = ({ expected }: Cell): boolean => expected >= 400
/** What company A does on its own. Who has the secret of a link or an address may use it, whoever they are. */
const isOfA = (cell: Cell): boolean =>
  cell.asker.side === 'A' && cell.asker.role !== 'superadmin' && cell.case.row.anyone === undefined

beforeAll(async () => {
  const merchants = [SAMPLE_MERCHANT, merchantOf(OWNER), merchantOf(CANARY)]
  simulator = await startWompiSimulator({ port, settleMs: 1, merchants })
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const [companyA, companyB] = [await t.company({ integrations: true }), await t.company({ integrations: true })]
  const a = await furnish(t, companyA, { owner: OWNER, neighbour: NEIGHBOUR })
  const b = await furnish(t, companyB, { owner: CANARY, neighbour: CANARY })
  cases = await prepareCases({ t, a, b, superadmin: await companyA.person('superadmin') })
  cells = cases.flatMap(cellsOf)
  idsOfB = [
    ...new Set(
      cases.flatMap((one) => one.askers.flatMap(({ side, user }) => (side === 'B' && user ? [user.companyId] : []))),
    ),
  ]
  await runJobs()
  t.mails.length = 0
  planted = await plantCanaries(t.owner, idsOfB)
}, PATIENCE_MS)
afterAll(() => simulator.close())

const Job = z.object({ id: z.string(), task: z.string(), payload: z.unknown() })

/** Does what is waiting: letters, invitations, runs. */
async function runJobs(): Promise<void> {
  const { rows } = await t.owner.query(
    `select j.id::text as id, t.identifier as task, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  )
  for (const { id, task, payload } of rows.map((row) => z.parse(Job, row))) {
    await tasks[task]?.(t.world, payload)
    await t.owner.query('delete from graphile_worker._private_jobs where id = $1', [id])
  }
  await sendDue(t.world)
}

test('AUT-07 cada llamada tiene su fila en la matriz y cada fila su llamada', () => {
  expect(gaps()).toEqual([])
  expect(mislaid(cases)).toEqual([])
  expect(new Set(cells.map((cell) => cell.asker.name))).toEqual(new Set([...ACTORS, ...ACTORS_OF_B]))
  expect(cells.length).toBeGreaterThan(6_000)
})

test('AUT-07 cada texto de la empresa B lleva una palabra que nadie más tiene', () => {
  // A table without a row of company B hides what leaks from it: furnish.ts gives it one.
  expect(planted.bare).toEqual([])
  expect(planted.columns).toBeGreaterThan(70)
})

test(
  'AUT-07 lo que la matriz niega responde justo lo que dice, lo ajeno igual que lo que no existe, y no escribe nada',
  async () => {
    const before = await digestRows(t.owner, null)
    const walked = await walk(t, base, cells.filter(isRefused))
    heard.push(...walked.heard)
    expect(walked.failures).toEqual([])
    expect(await digestRows(t.owner, null)).toEqual(before)
  },
  PATIENCE_MS,
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
    heard.push(...walked.heard)
    expect(walked.failures).toEqual([])
    await runJobs()
    expect(t.mails.length).toBeGreaterThan(5)
    expect(await digestRows(t.owner, idsOfB)).toEqual(before)
  },
  PATIENCE_MS,
)

test('AUT-07 ni una respuesta, archivo o correo de la empresa A dice algo de la empresa B', async () => {
  const theirs = await wordsOfTheirOwn(t.owner, idsOfB)
  expect(theirs.size).toBeGreaterThan(500)
  const told = heard.filter(({ asker }) => asker.side === 'A' && asker.role !== 'superadmin')
  expect(told.length).toBeGreaterThan(3_000)
  const said = [...told.map(({ cell, text }) => [cell, text]), ...t.mails.map((mail) => ['mail', JSON.stringify(mail)])]
  const leaks = said.flatMap(([where, text = '']) => {
    const word = findWord(text, theirs)
    return word === undefined ? [] : [`${where}: ${word}`]
  })
  expect(leaks).toEqual([])
})

test('AUT-07 un cliente no lee una palabra de otro cliente de su empresa', () => {
  const by = (name: string) => heard.filter(({ asker }) => asker.name === name)
  const holding = (name: string, word: string) =>
    by(name)
      .filter(({ text }) => text.includes(word))
      .map(({ cell }) => cell)
  expect(holding('client-owner', NEIGHBOUR)).toEqual([])
  expect(holding('client-other', OWNER)).toEqual([])
  // Each does read their own: the words are there to be found.
  expect(holding('client-owner', OWNER).length).toBeGreaterThan(10)
  expect(holding('client-other', NEIGHBOUR).length).toBeGreaterThan(10)
})

test(
  'AUT-07 lo que la matriz permite a la empresa B, a la plataforma y a quien tiene un enlace sale bien',
  async () => {
    const going = cells.filter((cell) => !isRefused(cell) && !isOfA(cell))
    // The platform last: it suspends companies.
    const walked = await walk(t, base, [
      ...going.filter(({ asker }) => asker.role !== 'superadmin'),
      ...going.filter(({ asker }) => asker.role === 'superadmin'),
    ])
    expect(walked.failures).toEqual([])
    // Those whose words they are do read them, on paper too: what company A was not told could have been seen.
    const own = walked.heard.filter(({ asker, text }) => asker.side === 'B' && text.includes(CANARY))
    expect(new Set(own.map(({ cell }) => cell.split(' · ')[0])).size).toBeGreaterThan(25)
    expect(own.some(({ isPdf }) => isPdf)).toBe(true)
  },
  PATIENCE_MS,
)
