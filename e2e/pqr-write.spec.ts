import { assertAccessible } from './axe.ts'
import { fileAsClient } from './filed-case.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }

test('PQR-03 ERR-02 lo que la mesa escribe en una PQR y no envía sigue ahí al ver la nota interna y al volver a la página', async ({
  page,
}) => {
  const { id } = await fileAsClient(page, 'Mensaje a medias')
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  const message = page.getByRole('textbox', { name: 'Mensaje al cliente' })
  const note = page.getByRole('textbox', { name: 'Nota interna' })
  await message.pressSequentially('Mañana va el técnico')
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await expect(note).toHaveValue('')
  await note.pressSequentially('Confirmar con bodega')
  await page.getByRole('button', { name: 'Mensaje al cliente' }).click()
  await expect(message).toHaveValue('Mañana va el técnico')
  await page.reload()
  await page.getByRole('button', { name: 'Continuar' }).first().click()
  await expect(message).toHaveValue('Mañana va el técnico')
  await assertAccessible(page, 'un mensaje a medias')
  await page.getByRole('button', { name: 'Enviar al cliente' }).click()
  await expect(page.getByRole('list', { name: 'Lo que ha pasado' })).toContainText('Mañana va el técnico')
  await expect(message).toHaveValue('')
  await page.reload()
  await expect(message).toBeVisible()
  await expect(page.getByText(/Tienes un borrador/).filter({ visible: true })).toHaveCount(0)
  // The note was not sent: it is still offered.
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(note).toHaveValue('Confirmar con bodega')
})

test('PQR-02 en el teléfono cada PQR de la cola dice su estado y el día en que vence', async ({ page }) => {
  const { reference } = await fileAsClient(page, 'Cola en el teléfono')
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  // The end of the number is enough.
  await page.goto(`/pqrResponse?q=${reference.split('-').at(-1)}`)
  const card = page.getByRole('row', { name: /Cola en el teléfono/ })
  await expect(card.getByText('Radicada')).toBeVisible()
  await expect(card.getByText(/^Responder, \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
  await assertAccessible(page, 'cola de PQR en el teléfono')
})

test('PQR-03 lo que se escribe en una PQR no aparece en la otra al volver a ella', async ({ page }) => {
  const [one, other] = [await fileAsClient(page, 'La primera de dos'), await fileAsClient(page, 'La segunda de dos')]
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${one.id}`)
  await expect(page.getByRole('heading', { name: 'La primera de dos' })).toBeVisible()
  // Without loading the page again: both cases are in memory.
  const open = (id: string) =>
    page.evaluate((to) => {
      window.history.pushState({ idx: 1, key: to, usr: null }, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
    }, `/pqrResponse/${id}`)
  await open(other.id)
  await expect(page.getByRole('heading', { name: 'La segunda de dos' })).toBeVisible()
  const message = page.getByRole('textbox', { name: 'Mensaje al cliente' })
  await message.pressSequentially('Solo para la segunda')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'La primera de dos' })).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(page.getByText(/Tienes un borrador/)).toHaveCount(0)
})
