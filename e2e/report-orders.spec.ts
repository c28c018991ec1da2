import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { CONTRACT, FORM, fillReport, openStep, PHONE, signReport } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

test.use({ viewport: PHONE })

const head = (page: Page) => page.locator('.save-state').first()

test('ACT-11 un contrato con el borrador de un retiro y la visita de un cambio de equipo tiene dos actas: pregunta y conserva las dos', async ({
  page,
}) => {
  await signIn(page, 'technical')
  await page.goto(`${FORM}?orden=retiro`)
  await write(page, 'Se recogió el router')
  await page.goto(`${FORM}?orden=cambio_equipo`)
  await expect(page.getByRole('heading', { name: 'Tienes un borrador de Retiro de este contrato' })).toBeVisible()
  await assertAccessible(page, 'borrador de otra orden')
  await page.getByRole('button', { name: 'Empezar la de Cambio de equipo' }).click()
  await expectReport(page, 'Cambio de equipo', '')
  await write(page, 'Se cambió la ONU')
  await page.reload()
  await expectReport(page, 'Cambio de equipo', 'Se cambió la ONU')

  await page.goto(`${FORM}?orden=retiro`)
  await expectReport(page, 'Retiro', 'Se recogió el router')
  await page.goto(`${FORM}?orden=cambio_equipo`)
  await expectReport(page, 'Cambio de equipo', 'Se cambió la ONU')

  await page.goto(FORM)
  await expect(page.getByRole('heading', { name: 'Tienes 2 actas de este contrato sin enviar' })).toBeVisible()
  await page.getByRole('button', { name: 'Seguir con ella: Retiro' }).click()
  await expectReport(page, 'Retiro', 'Se recogió el router')
  await page.goto('/contracts/proceeding')
  const list = page.getByRole('list', { name: 'Actas en este teléfono' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await list.filter({ hasText: 'Cambio de equipo' }).getByRole('link').click()
  await expectReport(page, 'Cambio de equipo', 'Se cambió la ONU')
})

test('ACT-11 un acta que espera señal no impide empezar la de otra orden del mismo contrato, y se envía sola', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'technical')
  await page.goto(`${FORM}?orden=translado`)
  await fillReport(page, { order: 'Translado', photos: 0 })
  await signReport(page)
  const address = `**/api/installation-log/${CONTRACT}**`
  await page.route(address, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await expect(head(page)).toHaveText('Sin conexión: se enviará al volver')
  await page.goto(`${FORM}?orden=retiro`)
  await expectReport(page, 'Retiro', '')
  await write(page, 'Se recogió el router')
  await page.goto(`${FORM}?orden=translado`)
  await expect(head(page)).toHaveText('Sin conexión: se enviará al volver')
  await page.getByRole('button', { name: 'Empezar otra acta' }).click()
  await expect(page.getByText(`Contrato ${CONTRACT}`)).toBeVisible()
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  await page.unroute(address)
  await page.goto('/contracts/proceeding')
  const list = page.getByRole('list', { name: 'Actas en este teléfono' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'Translado' })).toContainText('Enviado', { timeout: 30_000 })
  await list.filter({ hasText: 'Retiro' }).getByRole('link').click()
  await expectReport(page, 'Retiro', 'Se recogió el router')
})

async function write(page: Page, description: string): Promise<void> {
  await openStep(page, 'Estado inicial')
  await page.getByLabel('Descripción de la actividad').fill(description)
  await expect(head(page)).toHaveText('Guardado en este teléfono')
}

/** The open form has this work order and this description. */
async function expectReport(page: Page, order: string, description: string): Promise<void> {
  await openStep(page, 'Orden y tecnología')
  await expect(page.getByRole('radio', { name: order, exact: true })).toBeChecked()
  await openStep(page, 'Estado inicial')
  await expect(page.getByLabel('Descripción de la actividad')).toHaveValue(description)
}
