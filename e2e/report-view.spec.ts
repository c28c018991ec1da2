import type { Route } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { fillReport, PHONE, REPORTED, signReport } from './report-form.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const { contract, form, holder } = REPORTED.viewed
const VIEW = `/contracts/proceeding/view/${contract}/${holder}`
const CALLS = '**/api/installation-log/**'
const withoutAnswer = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, contentType: 'text/html', body: '' })
const WRONG_URL = 'Por favor ingrese una URL válida que comience con http:// o https://'

test('ACT-01 ACT-02 ACT-03 ACT-04 ACT-05 ACT-06 ACT-07 ACT-08 ACT-09 ACT-10 ACT-12 ERR-03 el acta enviada se ve completa, recibe su video una vez y redes llena sus equipos', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(form)
  await page.getByLabel('Nombre').fill('Rosa Bohórquez')
  await page.getByLabel('Celular').fill('3001234567')
  await fillReport(page, { photos: 1 })
  await signReport(page)
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await page.getByRole('link', { name: 'Ver acta' }).click({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/contracts\/proceeding\/view\/[\w.-]{60,}\/[\w.-]{60,}$/)
  const title = page.getByRole('heading', { level: 1, name: 'ACTA DE CONECTIVIDAD DE SERVICIO' })
  await expect(title).toBeVisible()
  for (const text of ['Rosa Bohórquez', '3001234567', 'Hernán Ñáñez', 'Técnico', 'Ley 1273 de 2009', '98,5'])
    await expect(page.getByRole('article').getByText(text).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Firma del cliente' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Excelente (marcado)' })).toHaveCount(3)
  await expect(page.getByText('Inventario de equipos')).toBeHidden()
  await assertAccessible(page, 'acta 360')

  const field = page.getByLabel('URL del video')
  await field.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText(WRONG_URL).first()).toBeVisible()
  await field.fill('  https://video.test/acta ')
  await page.route(CALLS, (route) => (route.request().method() === 'GET' ? route.fallback() : withoutAnswer(route)))
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText(/^Error al guardar la URL del video\./)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText('URL del video guardada correctamente')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver video' })).toHaveAttribute('href', 'https://video.test/acta')
  await expect(field).toBeDisabled()

  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'network')
  await page.route(CALLS, withoutAnswer)
  await page.goto(VIEW)
  await expect(page.getByText('Error al obtener los datos del acta de servicio', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(title).toBeVisible()
  await page.getByRole('group', { name: 'Equipo 1' }).getByLabel('Marca').fill('Huawei')
  await page.getByLabel('Router, IP LAN').fill('192.168.1.300')
  await page.getByRole('button', { name: 'Guardar equipos' }).click()
  await expect(page.getByText('Escribe una dirección IP como 192.168.1.1').first()).toBeVisible()
  await page.getByLabel('Router, IP LAN').fill('192.168.1.1')
  await page.getByLabel('Latitud').fill('6,25184')
  await page.getByRole('button', { name: 'Guardar equipos' }).click()
  await expect(page.getByText(/^Guardado por/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Equipo 1' }).getByLabel('Marca')).toHaveValue('Huawei')
  await assertAccessible(page, 'acta de redes 1280')
  await page.getByRole('link', { name: 'Volver a Contratos' }).click()
  await expect(page).toHaveURL(/\/contracts$/)

  const headers = await headersOf(page.request, ACCOUNTS.financial)
  const reports = await page.request.get(`/api/installation-log/${contract}/reports`, { headers })
  const { data } = await reports.json()
  await signIn(page, 'financial')
  await page.goto(`/view/acta/${data[0].id}`)
  await expect(page.getByRole('article').getByText('Rosa Bohórquez').first()).toBeVisible()
  await assertAccessible(page, 'acta para imprimir')
})
