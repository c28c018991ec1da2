import { dayLabel } from '../src/domain/core/days.ts'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { answerAtDesk, fileAsClient } from './filed-case.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
/** The cases on a page of 'Mis PQR'. */
const SHOWN = 8

test('PQR-01 PQR-07 en «Mis PQR» cada una tiene su número, su estado y su último día; se pasa de página, se abre, y vencido el recurso dice por qué', async ({
  page,
}) => {
  const [first] = [await fileAsClient(page, 'Mi lista 1')]
  for (let n = 2; n <= SHOWN; n += 1) await fileAsClient(page, `Mi lista ${n}`)
  const last = await fileAsClient(page, 'Mi lista 9')
  await answerAtDesk(page, first.id, 'Revisamos la red y quedó bien.')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto('/pqr')
  const rows = page.getByRole('list', { name: 'Mis PQR' }).getByRole('listitem')
  await expect(rows).toHaveCount(SHOWN)
  const newest = rows.first()
  await expect(newest).toContainText('Mi lista 9')
  await expect(newest).toContainText(last.reference)
  await expect(newest).toContainText('Recibida')
  await expect(newest).toContainText(`Respuesta máxima: ${dayLabel(last.answer_by).replace(/ de \d{4}$/, '')}`)
  await assertAccessible(page, 'mis PQR')
  await page.getByRole('button', { name: 'Página 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  const answered = rows.first()
  await expect(answered).toContainText('Mi lista 1')
  await expect(answered).toContainText('Respondida')
  await expect(answered).toContainText(/Si no estás de acuerdo, tienes hasta el \d+ de [a-z]+/)
  await answered.getByRole('link', { name: 'Mi lista 1' }).click()
  await expect(page).toHaveURL(new RegExp(`/pqr/${first.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Mi lista 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Interponer recurso' })).toBeVisible()

  // A case of the demo whose term ended weeks ago.
  const headers = await headersOf(page.request, ACCOUNTS.client)
  const { data } = await (await page.request.get('/api/pqr?q=proporcional&page=1', { headers })).json()
  await page.goto(`/pqr/${data[0].id}`)
  await expect(
    page.getByText(/^El plazo para interponer un recurso terminó el \d+ de .* radica otra PQR\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Interponer recurso' })).toHaveCount(0)
})

test('PQR-05 PQR-07 la respuesta se califica con un toque, que no cierra el caso: después todavía se interpone el recurso', async ({
  page,
}) => {
  const { id } = await fileAsClient(page, 'Califico con un toque')
  await answerAtDesk(page, id, 'Revisamos la red y quedó bien.')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/pqr/${id}`)
  const stars = page.getByRole('group', { name: 'Califica de 1 a 5' })
  await expect(page.getByText('Calificar no cierra tu caso: todavía puedes interponer un recurso.')).toBeVisible()
  await stars.getByRole('button', { name: '2, Mal' }).click()
  for (const isRead of [false, true]) {
    if (isRead) await page.reload()
    await expect(page.getByRole('heading', { name: 'Tu calificación' })).toBeVisible()
    await expect(page.getByText('2 de 5, mal. Gracias por contarnos.')).toBeVisible()
    await expect(stars).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Interponer recurso' }).click()
  const appealing = page.getByRole('dialog', { name: 'Interponer recurso' })
  await appealing.getByLabel('Por qué no estás de acuerdo').fill('En la noche sigue igual de lento.')
  await appealing.getByRole('button', { name: 'Interponer recurso' }).click()
  await expect(appealing).toHaveCount(0)
  await expect(page.getByText('En recurso').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tu calificación' })).toBeVisible()
})
