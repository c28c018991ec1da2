const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** The check digit of a NIT (DIAN's weights, modulo 11). `digits` without dots, hyphen or check digit. */
export function nitCheckDigit(digits: string): number {
  const total = [...digits]
    .toReversed()
    .reduce((running, digit, place) => running + Number(digit) * (WEIGHTS[place] ?? 0), 0)
  const remainder = total % 11
  return remainder < 2 ? remainder : 11 - remainder
}

/** Whether a text is '900123456-8' (dots and spaces allowed) with the right check digit. */
export function isNit(text: string): boolean {
  const match = /^(\d{6,15})-(\d)$/.exec(text.replace(/[.\s]/g, ''))
  return match?.[1] !== undefined && nitCheckDigit(match[1]) === Number(match[2])
}

/** Why a text is not a NIT, as a sentence; null for one. */
export function nitProblem(text: string): string | null {
  if (isNit(text)) return null
  return /^\d{6,15}-\d$/.test(text.replace(/[.\s]/g, ''))
    ? 'El dígito de verificación no es el de ese NIT: revisa el número completo en el RUT'
    : 'Escribe el NIT con su dígito de verificación, por ejemplo 900123456-8'
}

/** '901582657-3' → '901.582.657-3'. */
export function nitLabel(nit: string): string {
  const [digits = '', check] = nit.split('-')
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, '.')
  return check === undefined ? grouped : `${grouped}-${check}`
}
