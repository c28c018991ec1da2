import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { assertAccessible } from './axe.ts'
import { deskHeaders, findClient } from './desk.ts'
import { answerAtDesk, fileAsClient, STORY } from './filed-case.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

test('PQR-02 la mesa asigna un caso a otra persona y lee a nombre de quién quedó', async ({ page }) => {
  const { id, reference } = await fileAsClient(page, 'Asignar a otra persona')
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  await expect(page.getByText('Nadie la ha tomado todavía.')).toBeVisible()
  await chooseAction(page, 'Asignar a otra persona', reference)
  const dialog = page.getByRole('dialog', { name: 'Asignar a otra persona' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await assertAccessible(page, 'asignar una PQR')
  await dialog.getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(dialog).toBeVisible()
  const headers = await deskHeaders(page.request)
  const { data: people } = await (await page.request.get('/api/pqr/people', { headers })).json()
  const chosen: { id: string; name: string } = people.find((one: { role: string }) => one.role === 'technical')
  await dialog.getByRole('radio', { name: new RegExp(`^${chosen.name} Técnico`) }).check()
  await dialog.getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`La tiene ${chosen.name}. Si respondes tú, avísale primero.`)).toBeVisible()
  await expect(page.getByText('En trámite').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lo que ha pasado' })).toContainText(
    `El caso quedó a nombre de ${chosen.name}`,
  )
})

test('PQR-07 la mesa registra un recurso, descarga el expediente para la SIC, registra su envío y lo que decidió la SIC', async ({
  page,
}) => {
  const { id, reference } = await fileAsClient(page, 'Recurso en la oficina', { typology: 'facturacion' })
  await answerAtDesk(page, id, 'El cobro es el del contrato.')
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Registrar un recurso', reference)
  const appealing = page.getByRole('dialog', { name: 'Registrar recurso' })
  await appealing.getByRole('radio', { name: /^Reposición y en subsidio apelación/ }).check()
  await appealing.getByLabel('Por qué no está de acuerdo').fill('Nunca pidió esa visita.')
  await assertAccessible(page, 'registrar un recurso')
  await appealing.getByRole('button', { name: 'Registrar recurso' }).click()
  await expect(appealing).toHaveCount(0)
  await expect(page.getByText('En reposición').first()).toBeVisible()
  await answerAtDesk(page, id, 'Confirmamos el cobro.')
  await page.reload()
  await expect(page.getByText('Confirmada').first()).toBeVisible()

  const saved = page.waitForEvent('download')
  await chooseAction(page, 'Descargar el expediente para la SIC (ZIP)', reference)
  const zip = await saved
  expect(zip.suggestedFilename()).toBe(`expediente-${reference}.zip`)
  expect(Object.keys(unzipSync(await readFile(await zip.path())))).toEqual([
    `expediente-${reference}.pdf`,
    'constancia.pdf',
    'constancia-recurso.pdf',
    'respuesta-1.pdf',
    'respuesta-2.pdf',
  ])

  await chooseAction(page, 'Registrar el envío a la SIC', reference)
  const sending = page.getByRole('dialog', { name: 'Registrar el envío a la SIC' })
  await sending.getByLabel('Cómo se envió').fill('Por la página de la SIC, radicado 26-1234')
  await sending.getByRole('button', { name: 'Registrar el envío' }).click()
  await expect(sending).toHaveCount(0)
  await expect(page.getByText('Trasladada a la SIC').first()).toBeVisible()
  await chooseAction(page, 'Registrar lo que decidió la SIC', reference)
  const deciding = page.getByRole('dialog', { name: 'Registrar lo que decidió la SIC' })
  await deciding.getByRole('radio', { name: 'Confirma nuestra decisión' }).check()
  await deciding.getByLabel('Número de la resolución y lo que ordena').fill('Resolución 1234: no hay que devolver')
  await assertAccessible(page, 'lo que decidió la SIC')
  await deciding.getByRole('button', { name: 'Registrar decisión' }).click()
  await expect(deciding).toHaveCount(0)
  await expect(page.getByText('Decidida por la SIC').first()).toBeVisible()
  await expect(page.getByText('Confirma nuestra decisión. Resolución 1234: no hay que devolver')).toBeVisible()
})

test('CLI-03 PQR-01 la página de un cliente tiene sus PQR, las abre todas, y radica una a su nombre', async ({
  page,
}) => {
  const client = await findClient(page, false, 6)
  const headers = await deskHeaders(page.request)
  for (let n = 1; n <= 6; n += 1) {
    const pqr = { type: 'queja', typology: 'calidad', subject: `Del cliente ${n}`, text: STORY, client_id: client.id }
    const filed = { ...pqr, channel: 'telefono', response_channel: 'portal' }
    const made = await page.request.post('/api/pqr', { data: { pqr: filed }, headers })
    expect(made.status(), await made.text()).toBe(201)
  }
  const listed = await page.request.get(`/api/pqr?client_id=${client.id}&page=1`, { headers })
  const { total }: { total: number } = (await listed.json()).meta
  await signIn(page, 'financial')
  const cases = page.getByRole('list', { name: 'PQR del cliente' })
  await page.goto(`/clients/${client.id}`)
  await expect(cases.getByRole('listitem')).toHaveCount(5)
  await expect(cases).toContainText(/Quedan? \d+ días? hábil/)
  await expect(cases).toContainText('Radicada')
  await page.getByRole('link', { name: `Ver sus ${total} PQR` }).click()
  await expect(page).toHaveURL(new RegExp(`/pqrResponse\\?client_id=${client.id}&state=all`))
  await expect(page.getByText(totalLabel(total))).toBeVisible()
  await expect(page.getByRole('link', { name: 'Del cliente 6' })).toBeVisible()

  await page.goto(`/clients/${client.id}`)
  await page.getByRole('link', { name: 'Radicar', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`cliente=${client.id}`))
  await expect(page.getByRole('combobox', { name: 'Cliente', exact: true })).toHaveValue(client.name)
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  await page.getByLabel('Tema').selectOption('calidad')
  await page.getByLabel('Asunto').fill('Desde su página')
  await page.getByLabel('Qué pasó, en sus palabras').fill(STORY)
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'La PQR quedó radicada' })).toBeVisible()
  await page.goto(`/clients/${client.id}`)
  await page.getByRole('link', { name: `Ver sus ${total + 1} PQR` }).click()
  await page.getByRole('link', { name: 'Desde su página' }).click()
  await expect(page.getByText(client.name).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Desde su página' })).toBeVisible()
})

test('RPT-01 RPT-03 cada cifra de las PQR, por tipo y de la CRC, abre sus casos con el mismo total, y se descarga en Excel', async ({
  page,
}) => {
  const { id } = await fileAsClient(page, 'Cuenta en los reportes')
  await answerAtDesk(page, id, 'Revisamos la red y quedó bien.')
  await signIn(page, 'financial')
  await page.goto('/reports/pqr_tipos?period=doce')
  const complaints = page.getByRole('row', { name: /^Quejas y reclamos/ })
  const figures = complaints.getByRole('cell')
  await expect(figures.first()).toBeVisible()
  // Filed, answered, in time (a share), and for and against the user.
  const found = await figures.allInnerTexts()
  for (const at of [0, 1, 5, 7]) {
    const figure = figures.nth(at).getByRole('link')
    await openFigure(page, figure, Number(found[at]))
  }
  const sheets = await readDownload(page, async () => {
    await page.getByRole('button', { name: 'Descargar el reporte' }).click()
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  })
  const [row = []] = sheets.flatMap(({ data }) => data).filter(([name]) => name === 'Quejas y reclamos')
  expect([row[1], row[2]]).toEqual([Number(found[0]), Number(found[1])])

  await page.goto('/pqrResponse/regulador')
  await expect(page.getByText(/^NUMERO_QUEJAS cuenta las quejas y reclamos/)).toBeVisible()
  const links = page.getByRole('link', { name: /: ver las PQR de quejas presentadas$/ })
  await expect(links.first()).toBeVisible()
  const counts = (await links.allInnerTexts()).map(Number)
  await openFigure(page, links.first(), counts[0] ?? 0)
  const [, monitoring] = await readDownload(page, () =>
    page.getByRole('button', { name: 'Descargar T.4.2 (Excel)' }).click(),
  )
  const [columns = [], ...rows] = monitoring?.data ?? []
  expect(rows.map((cells) => cells[columns.indexOf('NUMERO_QUEJAS')])).toEqual(counts)
})

const totalLabel = (total: number): RegExp => new RegExp(`^Mostrando 1 a \\d+ de ${total} resultados$`)

/** Opens the cases of a figure, whose list has as many, and goes back. */
async function openFigure(page: Page, figure: Locator, count: number): Promise<void> {
  expect(count).toBeGreaterThan(0)
  await figure.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de PQR' })).toBeVisible()
  await expect(page.getByText(totalLabel(count))).toBeVisible()
  await page.goBack()
  await expect(figure).toBeVisible()
}

/** The sheets of a file that a press downloads. */
async function readDownload(page: Page, press: () => Promise<void>) {
  const saved = page.waitForEvent('download')
  await press()
  return readXlsxFile(await readFile(await (await saved).path()))
}
