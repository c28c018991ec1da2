import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import type { Day } from '../src/domain/core/days.ts'
import { readPdf } from '../test/read-pdf.ts'
import { deskHeaders } from './desk.ts'
import { ACCOUNTS, PASSWORD } from './site.ts'

export const STORY = 'La visita técnica nunca se hizo: ese día nadie llegó a la casa.'

/** A photo of one point. */
export const PHOTO = {
  name: 'módem.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The words of a downloaded PDF. */
export const textOf = async (file: Download): Promise<string> =>
  readPdf(await readFile(await file.path())).text.replaceAll(/\s+/g, ' ')

/** Files a case of the client of the demo by the API; with `hasContract` about the first contract in service. */
export async function fileAsClient(page: Page, subject: string, { hasContract = false, typology = 'calidad' } = {}) {
  const signed = await page.request.post('/api/auth/login', {
    data: { username: ACCOUNTS.client, password: PASSWORD },
  })
  const { token } = (await signed.json()).data
  const headers = { authorization: `Bearer ${token}` }
  const contracts = await (await page.request.get('/api/contract?page=1', { headers })).json()
  const active = contracts.data.find((one: { status: string }) => one.status === 'active')
  const about = hasContract ? { no_contract: active.no_contract } : {}
  const filed = await page.request.post('/api/pqr', {
    data: { pqr: { type: 'queja', typology, subject, text: STORY, response_channel: 'portal', ...about } },
    headers,
  })
  const { data }: { data: { id: string; reference: string; answer_by: Day } } = await filed.json()
  expect(filed.status()).toBe(201)
  return { ...data, no_contract: active.no_contract }
}

/** Answers a case, or its appeal, against its person by the API of the desk. */
export async function answerAtDesk(page: Page, id: string, text: string): Promise<void> {
  const headers = await deskHeaders(page.request)
  const answered = await page.request.post(`/api/pqr/${id}/answer`, { data: { text, decision: 'contra' }, headers })
  expect(answered.status(), await answered.text()).toBe(200)
}
