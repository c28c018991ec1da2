import { expect, test } from 'vitest'
import { knownTexts, PASSWORD_MAX, passwordProblem } from './password.ts'

const list = new Set(['colombia', 'contrasena', 'qwertyuiop', '1234567890'])
const isCommon = (form: string): boolean => list.has(form)
const known = knownTexts(['Andina Fibra S.A.S.', 'José', 'Pinzón'], '52123456', 'laura.p@andina.test')
const problem = (password: string, role: 'client' | 'admin' = 'client') =>
  passwordProblem(password, role, known, isCommon)

test('AUT-01 la contraseña pide 15 caracteres al personal y 10 a los clientes', () => {
  expect(problem('nueve-car')).toBe('La contraseña debe tener al menos 10 caracteres')
  expect(problem('diez-carac')).toBe(null)
  expect(problem('catorce-caract', 'admin')).toBe('La contraseña debe tener al menos 15 caracteres')
  expect(problem('quince-caracter', 'admin')).toBe(null)
  expect(problem('ñ'.repeat(5) + '🙂'.repeat(5))).toBe(null)
  expect(problem('x y'.repeat(50))).toBe(`La contraseña debe tener máximo ${PASSWORD_MAX} caracteres`)
})

test('a common password is refused, also with a year, signs, accents or repeated', () => {
  const famous = [
    'Colombia2026!',
    'contraseña1',
    'CONTRASEÑA.99',
    'colombiacolombia',
    '2026colombia',
    '1234567890',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    '121212121212',
    'abcdabcdabcd',
  ]
  for (const password of famous) expect(problem(password)).toBe('Esa contraseña es muy conocida; elige otra')
  expect(problem('colombia 48-31-77-20-95')).toBe(null)
  expect(problem('tres gatos y un río')).toBe(null)
})

test('a password with the name, the user or the company of the person is refused', () => {
  const refused = 'La contraseña no puede contener tu nombre, tu usuario ni el de la empresa'
  for (const password of ['mi-andina-2026', 'yosoyjose-99', 'PINZON y pan', 'x52123456xyz', 'laura.p-entra']) {
    expect(problem(password)).toBe(refused)
  }
  expect(problem('sas de la casa')).toBe(null)
})

test('a long hostile password is checked before the limit of a test', { timeout: 5_000 }, () => {
  for (const password of [`${'ab'.repeat(60)}c`, '1'.repeat(127) + 'x', `${'abcdef'.repeat(20)}1`]) {
    expect(() => problem(password)).not.toThrow()
  }
})
