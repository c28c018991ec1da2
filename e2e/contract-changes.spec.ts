import type { Locator, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { findClient, setCharges } from './desk.ts'
import { expect, signIn, test } from './site.ts'

/** The first clients of the list are charged and paid by other journeys. Each journey takes another one after them. */
const FIRST = 30
/** Who receives the ceded contracts. */
const RECEIVER = { identification: '526828598', name: 'Yenny Bohórquez' }
const DAY = String.raw`\d{1,2} de [a-z]+ de \d{4}`

for (const [index, [name, viewport]] of (
  [
    ['un computador', { width: 1280, height: 820 }],
    ['un celular', { width: 360, height: 740 }],
  ] as const
).entries()) {
  test(`CON-07 desde ${name}, la financiera ve los días de una pausa antes de confirmarla, la pide y la anula con su motivo`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openContract(page, FIRST + index)
    const dialog = await step(page, 'Pausar', 'Pausar a pedido del cliente')
    await expect(dialog.getByText(new RegExp(`^Sin servicio del ${DAY} al ${DAY}`))).toBeVisible()
    await dialog.getByLabel('Por cuánto tiempo').selectOption('Dos meses')
    const [from, to] = await daysOf(dialog, /^Sin servicio del/)
    expect(await dialog.getByLabel('Desde').locator('option:checked').textContent()).toBe(from)
    await assertAccessible(page, 'pausa')
    await dialog.getByRole('button', { name: 'Pausar' }).click()
    const notice = page.getByText(`Pausa a pedido del cliente del ${from} al ${to}. Esos días no se cobran`)
    await expect(notice).toBeVisible()
    await expect(page.locator('.badge', { hasText: 'Activo' })).toBeVisible()
    await assertAccessible(page, 'contrato con una pausa')

    // What a pause would change for another holder is decided before the contract is ceded.
    const ceding = await pickReceiver(page)
    await expect(ceding.getByText('Este contrato tiene una pausa programada').first()).toBeVisible()
    await ceding.getByRole('button', { name: 'Cancelar' }).click()

    const cancel = await step(page, 'Anular la pausa', 'Anular la pausa')
    await cancel.getByRole('button', { name: 'Anular la pausa' }).click()
    await expect(cancel.getByText('Escribe el motivo').first()).toBeVisible()
    await cancel.getByLabel('Motivo').fill('Canceló el viaje')
    await cancel.getByRole('button', { name: 'Anular la pausa' }).click()
    await expect(cancel).toBeHidden()
    await expect(notice).toBeHidden()
  })

  test(`CON-07 desde ${name}, un traslado muestra su costo y el IVA del estrato nuevo, se programa, se anula y se hace hoy`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openContract(page, FIRST + 2 + index)
    await setCharges(page, { transfer_cost: 60_000 })
    const dialog = await step(page, 'Trasladar', 'Trasladar el servicio')
    await dialog.getByRole('button', { name: 'Ver cuánto cuesta' }).click()
    await expect(dialog.getByText('La dirección es requerida').first()).toBeVisible()
    await dialog.getByLabel('Departamento').selectOption('Antioquia')
    await dialog.getByLabel('Municipio').selectOption('Rionegro')
    await dialog.getByLabel('Dirección nueva').fill('Carrera 52 # 40-18 Casa 4')
    await dialog.getByRole('combobox', { name: 'Estrato' }).selectOption('6')
    await dialog.getByLabel('Día del traslado').fill('01/01/2020')
    await dialog.getByRole('button', { name: 'Ver cuánto cuesta' }).click()
    await expect(dialog.getByText('El día del traslado no puede ser un día que ya pasó').first()).toBeVisible()
    await dialog.getByLabel('Día del traslado').fill(inDays(10))
    await dialog.getByRole('button', { name: 'Ver cuánto cuesta' }).click()
    const cost = dialog.getByText(
      new RegExp(
        `El traslado del ${DAY} cuesta \\$ 60\\.000,00 \\(\\$ 9\\.579,83 son IVA\\) y va en la próxima factura`,
      ),
    )
    // It is read before it is confirmed: on a phone it is below the fields.
    await expect(cost).toBeInViewport()
    await assertAccessible(page, 'traslado')

    // What was shown is of the day that was typed: with another day it is calculated again before it can be confirmed.
    await dialog.getByLabel('Día del traslado').fill(inDays(12))
    await expect(dialog.getByText(/cuesta \$ 60\.000,00/)).toBeHidden()
    await dialog.getByRole('button', { name: 'Ver cuánto cuesta' }).click()
    const [day] = await daysOf(dialog, /^El traslado del/)
    await dialog.getByRole('button', { name: 'Trasladar' }).click()
    const notice = page.getByText(`El ${day} se traslada a Carrera 52 # 40-18 Casa 4, Rionegro.`)
    await expect(notice).toBeVisible()
    await assertAccessible(page, 'contrato con un traslado')
    const cancel = await step(page, 'Anular el traslado', 'Anular el traslado')
    await cancel.getByLabel('Motivo').fill('Se queda donde está')
    await cancel.getByRole('button', { name: 'Anular el traslado' }).click()
    await expect(notice).toBeHidden()

    const again = await step(page, 'Trasladar', 'Trasladar el servicio')
    await again.getByLabel('Departamento').selectOption('Antioquia')
    await again.getByLabel('Municipio').selectOption('Rionegro')
    await again.getByLabel('Dirección nueva').fill('Calle 49 # 50-20')
    await again.getByRole('combobox', { name: 'Estrato' }).selectOption('3')
    await again.getByRole('button', { name: 'Ver cuánto cuesta' }).click()
    await again.getByRole('button', { name: 'Trasladar' }).click()
    await expect(again).toHaveCount(0)
    await expect(page.getByText('Calle 49 # 50-20', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Rionegro, Antioquia/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Cargos por facturar' })).toContainText('$ 60.000,00')
  })

  test(`CON-07 desde ${name}, una cesión se pide, se rechaza, se pide otra vez y se acepta: cada quien ve qué paga y desde cuándo`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const holder = await openContract(page, FIRST + 4 + index)
    const dialog = await pickReceiver(page)
    const preview = dialog.getByText(
      new RegExp(`Si la aceptas hoy, ${RECEIVER.name}.* paga desde el ${DAY}: \\$ [\\d.]+,\\d\\d al mes`),
    )
    await expect(preview).toContainText(holder)
    await expect(preview).toContainText(new RegExp(`Hay plazo para responder hasta el ${DAY}`))
    await assertAccessible(page, 'cesión')
    await dialog.getByRole('button', { name: 'Registrar la solicitud' }).click()
    const asked = page.getByText(`El titular pidió ceder el contrato a ${RECEIVER.name}`)
    await expect(asked).toContainText('Respóndela a más tardar el')
    await assertAccessible(page, 'contrato con una cesión')

    const refusal = await step(page, 'Rechazar la cesión', 'Rechazar la cesión')
    await refusal.getByLabel('Motivo').fill('Falta la carta de quien lo recibe')
    await refusal.getByRole('button', { name: 'Rechazar' }).click()
    await expect(asked).toBeHidden()

    const again = await pickReceiver(page)
    const begins = (await daysOf(again, /Si la aceptas hoy/)).find((_, position) => position === 0)
    await again.getByRole('button', { name: 'Registrar la solicitud' }).click()
    await expect(asked).toBeVisible()
    const acceptance = await step(page, 'Aceptar la cesión', 'Aceptar la cesión')
    await acceptance.getByRole('button', { name: 'Aceptar' }).click()
    await expect(acceptance.getByText(/^Escribe cómo aceptó/).first()).toBeVisible()
    await acceptance.getByLabel('Cómo aceptó por escrito el nuevo titular').fill('Carta firmada de hoy, en los anexos')
    await acceptance.getByRole('button', { name: 'Aceptar' }).click()
    // On the first day of a period the contract is of the new holder at once, and nothing is announced.
    const isToday =
      begins === new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', dateStyle: 'long' }).format(new Date())
    const shown = isToday
      ? page.getByRole('definition').filter({ hasText: RECEIVER.name })
      : page.getByText(`Desde el ${begins} el contrato es de ${RECEIVER.name}`)
    await expect(shown.first()).toBeVisible()
    await assertAccessible(page, 'contrato cedido')
  })
}

/** Signs in as the financial desk and opens the active contract of a client. Returns the name of the client. */
async function openContract(page: Page, skip: number): Promise<string> {
  await signIn(page, 'financial')
  const { name, no_contract } = await findClient(page, false, skip)
  await page.goto(`/contracts/detail/${no_contract}`)
  await expect(page.getByRole('heading', { level: 1, name: `Contrato ${no_contract}` })).toBeVisible()
  return name
}

/** Opens a step from the menu of the contract's page. */
async function step(page: Page, name: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Acciones de AF-/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Begins a cession to the receiver, and returns its dialog. */
async function pickReceiver(page: Page): Promise<Locator> {
  const picking = await step(page, 'Ceder', '¿Quién recibe el contrato?')
  await picking.getByRole('combobox', { name: 'Cliente' }).fill(RECEIVER.identification)
  await picking.getByRole('option', { name: new RegExp(RECEIVER.name) }).click()
  return page.getByRole('dialog', { name: `Ceder a ${RECEIVER.name}` })
}

/** The days in the text that a dialog shows, in order. */
async function daysOf(dialog: Locator, text: RegExp): Promise<string[]> {
  const shown = dialog.getByText(text)
  await expect(shown).toBeVisible()
  return (await shown.textContent())?.match(new RegExp(DAY, 'g')) ?? []
}

/** A day from today on as a person types it, in Colombia. */
function inDays(count: number): string {
  const day = new Date(Date.now() + count * 86_400_000)
  return new Intl.DateTimeFormat('es-CO', {
    timeZone: 'America/Bogota',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(day)
}
