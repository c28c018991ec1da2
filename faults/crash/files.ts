import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { sendBody } from '../form.ts'
import { type Machine, withMachine } from '../machine.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'

const IMPORTED = 1_500
const TRIES_MAX = 60

/**
 * FILES: kill -9 of the API at a random moment of an import of clients and of an export of the list, and a restart. The caller sends the same
 * file with the same key again until it is answered. Expected: after a kill there is the whole file or nothing of it, in the end each client
 * once, a file of the list with all of them, an event for each file that was delivered, and no temporary file on the disk.
 */
export const killedFiles: Fault = {
  name: 'FILES',
  set: 'crash',
  title: 'kill -9 of the API during imports and exports',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const { token, companyId } = await openDesk(machine, api.url(), 1)
      const count = await counterOf(machine, companyId)
      const first = await count('clients')
      const kills = rounds ?? 4
      const problems: string[] = []
      const backMs: number[] = []
      let [inside, delivered] = [0, 0]
      // How long an import and an export take without a kill, so that the moment of the kill is inside one.
      const uploadMs = (await upload(api, token, 0, randomUUID())).ms
      for (let round = 1; round <= kills; round += 1) {
        const key = randomUUID()
        const before = await count('clients')
        const cut = await during(api, random, uploadMs, () => upload(api, token, round, key))
        if (cut.status === 0) inside += 1
        const after = await count('clients')
        if (after !== before && after !== before + IMPORTED) problems.push(`${after - before} clients of a file`)
        const began = performance.now()
        await api.restart()
        const status = await untilDone(() => upload(api, token, round, key))
        backMs.push(performance.now() - began)
        if (status !== 200) problems.push(`an import was answered ${status}`)

        // A person may take a few files an hour; the campaign needs three a round.
        await machine.owner.query('delete from attempts')
        const alone = await download(api, token)
        if (alone.status === 200) delivered += 1
        const export_ = await during(api, random, alone.ms, () => download(api, token))
        if (export_.status === 200) delivered += 1
        else inside += 1
        await api.restart()
        const again = await download(api, token)
        if (again.status === 200) delivered += 1
        const expected = first + (round + 1) * IMPORTED
        if (again.lines !== expected) problems.push(`a file of the list has ${again.lines} of ${expected} clients`)
      }
      const wanted = first + (kills + 1) * IMPORTED
      const found = await count('clients')
      const events = await count("events where name = 'list.exported' and true")
      if (events < delivered) problems.push(`${events} events of ${delivered} files that were delivered`)
      const left = readdirSync(machine.dataDir).filter((name) => /\.(csv|tmp|part|xlsx)$/.test(name))
      if (left.length > 0) problems.push(`${left.length} temporary files are left`)
      if (inside === 0) problems.push('no kill was inside an import or an export')
      return {
        times: kills * 2,
        lost: Math.max(0, wanted - found),
        twice: Math.max(0, found - wanted),
        recoveredMs: Math.max(...backMs),
        problems: [...problems, ...(await machine.listProblems())],
        late: [],
        note: `${found} clients; ${inside} kills were inside; ${delivered} files of the list`,
      }
    }),
}

const counterOf = async ({ owner }: Machine, companyId: string) => {
  return async (table: string): Promise<number> => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from ${table}${table.includes(' where ') ? ' and' : ' where'} company_id = $1`,
      [companyId],
    )
    return rows[0]?.count ?? 0
  }
}

/** Starts a request and kills its process at a random moment of the time that such a request takes. */
async function during<T>(api: Part, random: Random, tookMs: number, ask: () => Promise<T>): Promise<T> {
  const asked = ask()
  await wait(random.between(0, Math.round(tookMs)))
  await api.end('SIGKILL')
  return asked
}

async function untilDone(ask: () => Promise<{ status: number }>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { status } = await ask()
    if (![0, 503].includes(status) || tries === TRIES_MAX) return status
    await wait(250)
  }
}

function upload(api: Part, token: string, turn: number, key: string): Promise<{ status: number; ms: number }> {
  const rows = Array.from(
    { length: IMPORTED },
    (_, row) => `CC,${600_000_000 + turn * IMPORTED + row},Ana,Ruiz,2,Antioquia,Medellín,Calle 1`,
  )
  const text = ['type_identification,identification,first_name,last_name,stratum,department,city,address', ...rows]
  const form = new FormData()
  form.append('file', new Blob([text.join('\n')]), 'clientes.csv')
  return sendBody(`${api.url()}/api/client/massive`, token, form, { 'idempotency-key': key })
}

async function download(api: Part, token: string): Promise<{ status: number; ms: number; lines: number }> {
  const began = performance.now()
  const asked = fetch(`${api.url()}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ list: 'clients', format: 'csv', query: '' }),
  })
  const { status, text } = await asked.then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => ({ status: 0, text: '' }),
  )
  return { status, ms: performance.now() - began, lines: text.trim().split('\n').length - 1 }
}
