import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'
import { sendFile } from './form.ts'

const LIST = path.resolve(import.meta.dirname, '../test/data/clients-to-migrate.csv')
const PREVIEW_MAX_MS = 2_000
const CREATE_MAX_MS = 5_000
const ROUNDS = 5
/** How many rows of the list are valid; the others have a planned error. */
const GOOD = 1_163

/**
 * Preview and import of a list of 1,200 clients with their contracts, over HTTP. Each round uses its own company.
 * `ratio`: limit divided by time, of the slower of the two.
 */
export const importClients = () =>
  withEnvironment(async (environment) => {
    const file = new File([new Uint8Array(await readFile(LIST))], 'clientes.csv', { type: 'text/csv' })
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const rounds: { preview_ms: number; create_ms: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await office(environment)
      const [previewMs, preview] = await sendFile(`${product}/api/client/massive/preview`, token, file)
      const [createMs, made] = await sendFile(`${product}/api/client/massive`, token, file)
      const { totals } = z.parse(Preview, preview).data
      const { details } = z.parse(Made, made)
      if (totals.create !== GOOD || details.createdClients !== GOOD)
        throw new Error('the list was not read as it should')
      rounds.push({ preview_ms: Math.round(previewMs), create_ms: Math.round(createMs) })
    }
    const preview = median(rounds.map((round) => round.preview_ms))
    const create = median(rounds.map((round) => round.create_ms))
    return {
      bench: 'import',
      ratio: Number(Math.min(PREVIEW_MAX_MS / preview, CREATE_MAX_MS / create).toFixed(2)),
      target: 1,
      preview: { ms: preview, max: PREVIEW_MAX_MS },
      create: { ms: create, max: CREATE_MAX_MS },
      rounds,
    }
  })

const Preview = z.object({ data: z.object({ totals: z.object({ create: z.number() }) }) })
const Made = z.object({ details: z.object({ createdClients: z.number() }) })

/** A company with the plans of the list, and the token of the user who imports. */
async function office({ owner }: BenchEnvironment): Promise<string> {
  const company = await makeCompany(owner)
  await owner.query(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
     select $1, code, code, 5990000, '50 Mbps', '25 Mbps' from unnest('{HOGAR50,HOGAR100,HOGAR200,FIBRA300,EMPRESA}'::text[]) code`,
    [company],
  )
  return makeSession(owner, await makeUser(owner, company, 'financial'))
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
