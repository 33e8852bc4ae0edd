import { expect, it } from 'vitest'
import { nameEvent } from './nameEvent.core.ts'

it.each([
  ['API calls', 'api_call', 'count'],
  ['Requests', 'request.made', 'count'],
  ['AI images', 'ai_image.generated', 'count'],
  ['Emails', 'email.sent', 'count'],
  ['SMS', 'sms.sent', 'count'],
  ['Form responses', 'form_response.received', 'count'],
  ['Scans', 'scan.completed', 'count'],
  ['AI generations', 'ai_generation.completed', 'count'],
  ['tool uses', 'tool.used', 'count'],
  ['Widgets for teams', 'widget.used', 'count'],
  ['Traffic GB', 'traffic_gb.used', 'sum'],
  ['Transfer data (GB)', 'transfer_data_gb.used', 'sum'],
  ['Transfer data (GB per user)', 'transfer_data_gb.used', 'sum'],
  ['Payments across all 50 states', 'payment.processed', 'count'],
  ['Transcription minutes', 'transcription_minutes.used', 'sum'],
  ['Input tokens (<= 200K)', 'input_tokens.used', 'sum'],
  ['Pages', 'pages.processed', 'sum'],
  ['AI credits', 'ai_credits.used', 'sum'],
])('names the event of %s', (name, eventName, aggregation) => {
  expect(nameEvent(name)).toMatchObject({ eventName, aggregation })
})

it('uses the slug for names that it cannot transliterate', () => {
  expect(nameEvent('翻訳').eventName).toMatch(/^x_[0-9a-f]{8}\.used$/)
  expect(nameEvent('Traffic GB per user').wholeName).toBe('traffic_gb_per_user.used')
})
