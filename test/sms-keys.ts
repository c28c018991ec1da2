/** An account at a gateway of text messages, as the administrator writes it. No server listens at its address unless a test says so. */
export const smsKeys = (url = 'http://127.0.0.1:9/api/sms/v5/send') => ({
  url,
  sender: '899775',
  key: 'llave-de-mensajes-de-prueba-1234',
})
