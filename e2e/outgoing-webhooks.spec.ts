import { startEventReceiver } from '#simulators/webhook/event-receiver.ts'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('OPS-05 el administrador crea un webhook, lo prueba, ve el envío de un hecho y lo manda de nuevo', async ({
  page,
}) => {
  const receiver = await startEventReceiver()
  try {
    await signIn(page, 'admin')
    await page.goto('/integration')
    await page.getByRole('button', { name: 'Crear webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crear un webhook' })
    await assertAccessible(page, 'webhook')
    await dialog.getByRole('button', { name: 'Crear webhook' }).click()
    await expect(dialog.getByText('Elige al menos un evento').first()).toBeVisible()
    await dialog.getByLabel('A qué programa le avisas').fill('Programa de prueba')
    await dialog.getByLabel('Dirección').fill('https://10.0.0.1/enlace')
    await dialog.getByLabel('Cliente activado o desactivado').check()
    await dialog.getByRole('button', { name: 'Crear webhook' }).click()
    await expect(dialog.getByText(/escribe una pública/).first()).toBeVisible()
    await dialog.getByLabel('Dirección').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Crear webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'Copia el secreto ahora' })
    receiver.secrets.push(await shown.getByLabel('Secreto').inputValue())
    await page.keyboard.press('Escape')

    const part = page.getByRole('region', { name: 'Programa de prueba' })
    await part.getByRole('button', { name: 'Probar' }).click()
    await expect(page.getByText('Programa de prueba recibió la prueba')).toBeVisible()
    expect(receiver.events.map(({ type }) => type)).toEqual(['test'])

    await part.getByRole('button', { name: 'Ver envíos' }).click()
    const log = page.getByRole('dialog', { name: 'Envíos a Programa de prueba' })
    await expect(log.getByText('No hay envíos')).toBeVisible()
    await page.keyboard.press('Escape')

    // The webhook of the demo has received events already.
    const demo = page.getByRole('region', { name: 'CRM de ventas' })
    await demo.getByRole('button', { name: 'Ver envíos' }).click()
    const sent = page.getByRole('dialog', { name: 'Envíos a CRM de ventas' })
    await sent.getByRole('button', { name: 'Ver el envío' }).first().click()
    await expect(sent.getByText('"type":').first()).toBeVisible()
    const received = sent.getByRole('list', { name: 'Intentos' }).getByText('Lo recibió (200)')
    const before = await received.count()
    await sent.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await expect(received).toHaveCount(before + 1, { timeout: 20_000 })
    await page.keyboard.press('Escape')

    await part.getByRole('button', { name: 'Quitar' }).click()
    await page.getByRole('button', { name: 'Quitar webhook' }).click()
    await expect(part).toBeHidden()
  } finally {
    await receiver.close()
  }
})
