'use strict'

const $ = (id) => document.getElementById(id)
const money = (amount, currency, decimals) =>
  (amount / 10 ** decimals).toLocaleString('en', { minimumFractionDigits: decimals }) + ' ' + currency
const time = (s) => new Date(s).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

// Children that are strings become text nodes, so text that a borrower typed is never markup.
const el = (tag, attributes, ...children) => {
  const node = Object.assign(document.createElement(tag), attributes)
  node.append(...children.filter((c) => c !== null))
  return node
}
const row = (title, detail, ...controls) =>
  el('div', {}, el('div', { className: 'grow' }, title, el('span', { className: 'quiet', textContent: detail })), ...controls)
const button = (label, className, run) => {
  const node = el('button', { type: 'button', className, textContent: label })
  node.addEventListener('click', async () => {
    node.disabled = true
    await run().catch((error) => note(error.message))
    node.disabled = false
    await refresh()
  })
  return node
}

let noteTimer
const note = (text) => {
  $('note').textContent = text
  $('note').className = 'on'
  clearTimeout(noteTimer)
  noteTimer = setTimeout(() => { $('note').className = '' }, 4000)
}

const post = async (path, body) => {
  const response = await fetch('/dev/' + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!answer.success) throw new Error(answer.msg)
  note(answer.msg)
}

// A panel is redrawn only when its data has changed, so that a typed amount is kept.
const drawn = {}
const draw = (id, items, render, empty) => {
  const key = JSON.stringify(items)
  if (drawn[id] === key) return
  drawn[id] = key
  $(id).replaceChildren(...(items.length ? items.map(render) : [el('p', { className: 'empty', textContent: empty })]))
}

const renderSms = (sms) => {
  const code = (sms.body.match(/\b\d{4,6}\b/) || [''])[0]
  return row(
    code ? el('span', { className: 'code', textContent: code }) : '',
    `${sms.phone} · ${time(sms.sentAt)} · ${sms.body}`,
    code ? button('Copy', '', () => navigator.clipboard.writeText(code).then(() => note('Copied'))) : null,
  )
}

const renderIntent = (intent) => {
  const amount = el('input', { type: 'number', value: intent.amount / 10 ** intent.decimals, min: 0, step: 'any' })
  amount.setAttribute('aria-label', 'Amount')
  const memo = el('select', {}, ...['as it left', 'lower case', 'cut', 'unknown'].map((m) => el('option', { textContent: m })))
  memo.setAttribute('aria-label', 'Memo')
  const pay = () => post('pay', {
    intentId: intent.intentId,
    amount: Math.round(Number(amount.value) * 10 ** intent.decimals),
    memo: memo.value,
  })
  return row(
    el('b', { textContent: money(intent.amount, intent.currency, intent.decimals) }),
    `${intent.memo} · ${intent.purpose} by ${intent.method} · order ${intent.orderNo} · until ${time(intent.expiresAt)}`,
    amount, memo, button('Pay', 'go', pay),
  )
}

const renderPayment = (payment) => row(
  el('b', { textContent: money(payment.amount, payment.currency, payment.decimals) }),
  `${payment.state}${payment.outcome ? ' (' + payment.outcome + ')' : ''} · ${payment.memo} · ${time(payment.paidAt)}`,
  payment.state === 'posted' ? button('Take back', 'stop', () => post('reverse', { reference: payment.reference })) : null,
)

const renderTransfer = (transfer) => row(
  el('b', { textContent: money(transfer.amount, transfer.currency, transfer.decimals) }),
  `${transfer.direction} · ${transfer.state} · ${transfer.reference} · ${time(transfer.sentAt)}`,
  transfer.state === 'succeeded' ? button('Send back', 'stop', () => post('return', { reference: transfer.reference })) : null,
)

const renderReview = (review) => row(
  el('b', { textContent: review.title }),
  review.detail,
  button('Approve', 'go', () => post('decide', { kind: review.kind, id: review.id, decision: 'approve' })),
  button('Reject', 'stop', () => post('decide', { kind: review.kind, id: review.id, decision: 'reject' })),
)

const renderWaiting = (line) => row(
  el('b', { textContent: `${line.count} × ${line.kind}` }),
  `since ${time(line.since)} · decided in a terminal:`,
  el('code', { textContent: 'go run ./api/cmd/loanmarket ' + line.list }),
)

const renderOrder = (order) => row(
  el('b', { textContent: `${order.orderNo} · ${order.status}` }),
  `${money(order.principal, order.currency, order.decimals)} for ${order.termDays} days · ${order.product}${order.dueDate ? ' · due ' + order.dueDate : ''}`,
)

const renderImageCode = (image) => row(el('span', { className: 'code', textContent: image.answer }), `${image.phone} · ${time(image.drawnAt)}`)

const renderConversion = (c) => row(el('b', { textContent: `${c.platform} · ${c.event}` }), `pixel ${c.pixelId} · ${c.eventId} · ${time(c.at)}`)

const renderTrack = (track) => row(el('b', { textContent: track.pageId }), `${track.buttonId || 'looked at'} · ${time(track.at)}`)

const renderBehind = (step) => row(
  el('b', { textContent: `${step.name} · ${step.state}` }),
  step.error || (step.state === 'running' ? `${step.elapsedSeconds} s, ${step.leftSeconds ? `about ${step.leftSeconds} s left` : 'longer than usual'}; ${step.needed}` : step.needed),
)

const renderJob = (job) => row(el('b', { textContent: `${job.kind} · ${job.state}` }), `${job.count} · ${job.lastError}`)

async function refresh() {
  const response = await fetch('/dev/state').catch(() => null)
  if (!response || !response.ok) return note('The API does not answer')
  const state = await response.json()
  $('clock').textContent = time(state.now) + (state.offsetSeconds ? ` (${Math.round(state.offsetSeconds / 3600)} h ahead)` : '')
  const behind = state.behind.filter((step) => step.state !== 'done')
  $('behind-panel').hidden = !behind.length
  draw('behind', behind, renderBehind, '')
  draw('sms', state.sms, renderSms, 'Nothing was sent yet.')
  draw('intents', state.intents, renderIntent, 'No open payment code. Choose “Pay” in the phone.')
  draw('payments', state.payments, renderPayment, 'Nothing yet.')
  draw('transfers', state.transfers, renderTransfer, 'Nothing yet.')
  draw('reviews', state.reviews, renderReview, state.waiting.length ? 'No card and no face waits.' : 'Nothing waits for a person.')
  $('waiting').hidden = !state.waiting.length
  draw('waiting', state.waiting, renderWaiting, '')
  draw('orders', state.orders, renderOrder, 'No order yet.')
  draw('images', state.imageCodes, renderImageCode, 'No picture was asked for yet.')
  draw('conversions', state.conversions, renderConversion, 'Nothing was reported.')
  draw('tracks', state.tracks, renderTrack, 'Nothing yet.')
  draw('jobs', state.jobs, renderJob, 'The queue is empty.')
}

$('size').addEventListener('change', (event) => {
  const [width, height] = event.target.value.split('x')
  $('app').width = width
  $('app').height = height
})
$('reload').addEventListener('click', () => { $('app').contentWindow.location.reload() })
$('clock-buttons').addEventListener('click', (event) => {
  const seconds = Number(event.target.dataset.seconds)
  if (seconds) post('clock', { seconds }).then(refresh).catch((error) => note(error.message))
})

// Draws a sample ID document: sharp text, and for a face check a portrait, with which the live face is compared.
function samplePaper(side, portrait) {
  const canvas = el('canvas', { width: 1200, height: 760 })
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#e8efe9'
  pen.fillRect(0, 0, 1200, 760)
  pen.fillStyle = '#14211b'
  pen.font = 'bold 56px sans-serif'
  pen.fillText(`SAMPLE PAPER, ${side.toUpperCase()}`, 60, 110)
  pen.font = '36px monospace'
  const left = portrait ? 560 : 60
  for (let line = 0; line < 9; line++) pen.fillText(`${side} ${line} ${'0123456789'.repeat(portrait ? 2 : 3)}`, left, 190 + line * 60)
  if (portrait) {
    // The largest part from the middle of the picture that fits the frame of the portrait.
    const frame = { width: 440, height: 560 }
    const scale = Math.min(portrait.width / frame.width, portrait.height / frame.height)
    const [width, height] = [frame.width * scale, frame.height * scale]
    pen.drawImage(portrait, (portrait.width - width) / 2, (portrait.height - height) / 2, width, height, 60, 150, frame.width, frame.height)
  }
  canvas.toBlob((blob) => {
    const address = URL.createObjectURL(blob)
    el('a', { href: address, download: `paper-${side}.jpg` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60000)
  }, 'image/jpeg', 0.9)
}
for (const node of document.querySelectorAll('[data-side]')) node.addEventListener('click', () => samplePaper(node.dataset.side))
const withPortrait = async (picture) => samplePaper('front', await createImageBitmap(picture))
// The portrait shows the astronaut Eileen Collins; it is NASA's and in the public domain.
$('portrait').addEventListener('click', async () => withPortrait(await (await fetch('/dev/portrait.jpg')).blob()))
$('own').addEventListener('click', () => $('own-portrait').click())
$('own-portrait').addEventListener('change', ({ target }) => {
  const [picture] = target.files
  target.value = ''
  if (picture) withPortrait(picture).catch(() => note('That file is no picture.'))
})

refresh()
setInterval(refresh, 2000)
