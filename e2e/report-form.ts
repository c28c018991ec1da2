import { type BrowserContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** The contract of the demo's client. */
export const CONTRACT = 'AF-000005'
const HOLDER = '526828598'
export const FORM = `/contracts/proceeding/create/${CONTRACT}/${HOLDER}`

/**
 * Contracts of the demo for the journeys that send a report, one for each: a second report of a contract, an order and a day is a
 * conflict, and the files of journeys that run in one worker share its demo.
 */
export const REPORTED = {
  viewed: { form: '/contracts/proceeding/create/AF-000006/201798696', contract: 'AF-000006', holder: '201798696' },
  typed: { form: '/contracts/proceeding/create/AF-000008/65133314', contract: 'AF-000008', holder: '65133314' },
  dated: { form: '/contracts/proceeding/create/AF-000010/986186348', contract: 'AF-000010', holder: '986186348' },
  kept: { form: '/contracts/proceeding/create/AF-000016/1094676235', contract: 'AF-000016', holder: '1094676235' },
  disputed: { form: '/contracts/proceeding/create/AF-000012/49602813', contract: 'AF-000012', holder: '49602813' },
} as const
export const PHONE = { width: 360, height: 740 }

/** A photo as a phone takes it: a noisy picture that does not compress well. */
const takePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 2_400,
      height: 1_800,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

/** The steps of the form on a phone, by the names of their buttons. */
export const openStep = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pasos del acta' }).getByRole('button', { name }).click()

type Answers = { description?: string; photos?: number; order?: string }

/** Fills in all the steps of the form on a phone, up to the signatures. */
export async function fillReport(page: Page, answers: Answers = {}): Promise<void> {
  const {
    description = 'Se tendió la fibra y se configuró el router',
    photos = 3,
    order = 'Cambio de equipo',
  } = answers
  await openStep(page, 'Orden y tecnología')
  await page.getByRole('radio', { name: order, exact: true }).check()
  await page.getByRole('radio', { name: 'Fibra Óptica' }).check()
  await openStep(page, 'Estado inicial')
  await page.getByLabel('Descripción de la actividad').fill(description)
  await openStep(page, 'Pruebas de velocidad')
  await page.getByLabel('Ancho de banda contratado (Mb/s)').fill('100')
  await page.getByLabel('Bajada 1 (Mb/s)').fill('98,5')
  await page.getByLabel('Subida 1 (Mb/s)').fill('49')
  await page.getByLabel('Latencia 1 (ms)').fill('12')
  const copies = page.getByRole('button', { name: 'Copiar de la anterior' })
  await copies.first().click()
  await copies.last().click()
  await page.getByRole('button', { name: 'Subir Bajada 3' }).click()
  await expect(page.getByText('bajada 98,8 Mb/s')).toBeVisible()
  await openStep(page, 'Información adicional y uso')
  await page.getByRole('radio', { name: 'Sí' }).check()
  await page.getByRole('checkbox', { name: 'Lunes' }).check()
  await openStep(page, 'Visita y estado final')
  await page.getByRole('radio', { name: 'Sí' }).check()
  await openStep(page, 'Evidencias')
  for (let photo = 1; photo <= photos; photo += 1) {
    await page
      .getByLabel(`Tomar foto ${photo}`)
      .setInputFiles({ name: `${photo}.jpg`, mimeType: 'image/jpeg', buffer: await takePhoto() })
    await expect(page.getByRole('img', { name: `Foto ${photo}` })).toBeVisible()
  }
}

/** Answers the survey and signs as the client and as the technician. */
export async function signReport(page: Page): Promise<void> {
  await openStep(page, 'Encuesta y firmas')
  await page.getByRole('button', { name: 'Pasarle el teléfono al cliente' }).click()
  const client = page.getByRole('dialog', { name: 'Revisa y firma tu acta' })
  for (const question of await client.getByRole('group').all())
    await question.getByRole('radio', { name: 'Excelente' }).check()
  await draw(page, 'signature_client_url')
  await client.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByText('Firmada')).toBeVisible()
  await draw(page, 'signature_technical_url')
}

/** Draws a signature on a pad. */
export async function draw(page: Page, id: string): Promise<void> {
  const pad = page.locator(`#${id}`)
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('no pad')
  await page.mouse.move(box.x + 40, box.y + 120)
  await page.mouse.down()
  for (let x = 0; x < 12; x += 1) await page.mouse.move(box.x + 40 + x * 16, box.y + 90 + (x % 2) * 40, { steps: 2 })
  await page.mouse.up()
}

export const isInked = (page: Page, id: string): Promise<boolean> =>
  page.locator(`#${id}`).evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.some((value) => value !== 0)
  })

/** The answers to the uploads of a browser: the address that each Idempotency-Key received, and the sent bytes. */
export function watchUploads(context: BrowserContext): { addresses: Map<string, Set<string>>; bytes: () => number } {
  const addresses = new Map<string, Set<string>>()
  let sent = 0
  context.on('response', async (response) => {
    const request = response.request()
    if (request.method() !== 'POST' || !request.url().endsWith('/api/file') || !response.ok()) return
    const key = request.headers()['idempotency-key'] ?? ''
    const bytes = Number((await request.allHeaders())['content-length'] ?? 0)
    sent += bytes
    const { data } = await response.json()
    addresses.set(key, (addresses.get(key) ?? new Set()).add(data.url))
  })
  return { addresses, bytes: () => sent }
}
