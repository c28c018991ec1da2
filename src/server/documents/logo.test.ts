import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const Pictured = z.object({ data: z.object({ url: z.string() }) })
const headers = { 'idempotency-key': 'logo' }

/** How many images a PDF has, and whether it has the alternative text of the logo. */
const imagesOf = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
const isDescribed = (bytes: Buffer): boolean => bytes.toString('latin1').includes('/Alt (Logo de ')

async function makeDocuments() {
  const company = await t.company()
  const financial = await company.person('financial')
  const { id: client_id } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client_id, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }]
  const { data: invoice } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers,
  })
  const payment = { client_id, amount: 5_000, method: 'efectivo', paid_on: dayOf(new Date()) }
  const { data: receipt } = await financial.call(manualPaymentApi.create, { body: { payment }, headers })
  const read = async () => {
    const answers = [
      await financial.ask(invoiceApi.pdf, { params: { id: invoice.id } }),
      await financial.ask(paymentApi.voucher, { params: { id: receipt.id } }),
    ]
    return answers.map(({ status, bytes }) => ({ status, images: imagesOf(bytes), isDescribed: isDescribed(bytes) }))
  }
  return { company, read }
}

const picture = (background: string) => sharp({ create: { width: 600, height: 200, channels: 4, background } })
const INITIALS = { status: 200, images: 0, isDescribed: false }
const LOGO = { status: 200, images: 1, isDescribed: true }

test('INV-12 el logo que subió la empresa, en PNG, JPG o WebP, sale en la factura y en el recibo con su texto', async () => {
  const { company, read } = await makeDocuments()
  const admin = await company.person('admin')
  expect(await read()).toEqual([INITIALS, INITIALS])
  const files = [
    await picture('#C81E1E80').png().toBuffer(),
    await picture('#1E40AF').jpeg().toBuffer(),
    await picture('#04785780').webp().toBuffer(),
  ]
  for (const bytes of files) {
    expect((await upload(t, admin, profileApi.logo, { name: 'logo.png', bytes })).status).toBe(200)
    expect(await read()).toEqual([LOGO, LOGO])
  }
})

test('INV-12 si el archivo del logo está dañado o no está, los documentos salen con las iniciales', async () => {
  for (const isMissing of [true, false]) {
    const { company, read } = await makeDocuments()
    const admin = await company.person('admin')
    const bytes = await picture('#C81E1E').png().toBuffer()
    const { data } = z.parse(Pictured, (await upload(t, admin, profileApi.logo, { name: 'logo.png', bytes })).json)
    const folder = path.join(t.world.config.dataDir, 'files', company.id, 'images')
    const file = path.join(folder, data.url.split('/').at(-1) ?? '')
    await (isMissing ? rm(file) : writeFile(file, 'RIFF----WEBPdañado'))
    expect(await read()).toEqual([INITIALS, INITIALS])
  }
})
