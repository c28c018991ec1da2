/**
 * What a failure asks for. `retry`, `slow`: nothing was sent, the same call may be sent later. `credentials`, `account`: nothing more is
 * sent until a person corrects it. `recipient`: this number does not receive. `template`: this template is not sent any more.
 * `request`: our call is wrong.
 */
export type FailureClass = 'retry' | 'slow' | 'credentials' | 'account' | 'recipient' | 'template' | 'request'

/** The codes of the Cloud API by what they ask for (developers.facebook.com, WhatsApp error codes). The HTTP status does not decide. */
const CODES: Readonly<Record<Exclude<FailureClass, 'request'>, readonly number[]>> = {
  retry: [1, 2, 131_000, 131_016, 133_004, 131_057],
  slow: [4, 80_007, 130_429, 131_048, 131_056, 131_064, 133_016],
  credentials: [0, 3, 10, 104, 190],
  account: [368, 130_497, 131_031, 131_042, 131_037, 131_045, 133_010, 131_063],
  recipient: [131_026, 131_021, 130_403, 131_050, 130_472, 131_049, 131_047],
  template: [132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016, 132_018, 132_068, 132_069, 134_011],
}

const CLASSES = new Map<number, FailureClass>(
  (['retry', 'slow', 'credentials', 'account', 'recipient', 'template'] as const).flatMap((kind) =>
    CODES[kind].map((code): [number, FailureClass] => [code, kind]),
  ),
)

/** The class of a code of Meta; one that is not known is of our call. 200 to 299 are permissions. */
export const classOf = (code: number): FailureClass =>
  code >= 200 && code <= 299 ? 'credentials' : (CLASSES.get(code) ?? 'request')

/** The codes after which a number gets no other message by WhatsApp: it has no WhatsApp, is our own, or asked for none. */
export const UNREACHABLE_CODES: readonly number[] = [131_026, 131_021, 131_050]

/** The codes of a template that Meta paused, and of one that it disabled for good. */
export const PAUSED_CODE = 132_015
export const DISABLED_CODE = 132_016
export const ABSENT_CODE = 132_001
