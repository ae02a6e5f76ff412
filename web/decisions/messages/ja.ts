import type { DecisionMessages } from '../wording.ts';

/** Japanese. */
export const ja: DecisionMessages = {
  title: '対応が必要な変更',
  text: 'システムだけでは完了できない払い戻しと変更です。古い順に表示します。',
  none: '対応が必要なものはありません。',
  ownersOnly: '判断できるのは組織の所有者です。',
  waitsFor: {
    decision: '判断が必要です',
    money: '手動でのお金の処理が必要です',
    supplier: '提供会社の担当者が判断します',
  },
  decided: {
    cancel: 'キャンセルを手続き中です。払い戻しは自動で行われます。',
    decline: 'お断りしました。予約はそのままです。',
  },
  problems: {
    amount_invalid: '金額は数字で、小数の前に点またはコンマを付けて入力してください。',
    reason_missing: 'お断りする理由を一文で入力してください。',
    refused: 'お手続きできませんでした。払い戻せる額を超えているか、この予約で別の手続きが進行中です。',
    gone: 'すでに判断待ちではありません。',
  },
  since: (moment) => `${moment}から`,
  why: '理由',
  traveler: '代表者',
  contact: '連絡先',
  product: '販売内容',
  supplier: '提供会社',
  order: '注文番号と確認番号',
  paid: 'お支払い額',
  agreed: '合意した払い戻し額',
  guidance:
    '判断の前に、払い戻し額を航空会社または提供会社に確認してください。承認すると注文はキャンセルされ、御社に返金がなくても、入力した金額が旅行者に払い戻されます。提供会社がそれより少ない額を示した場合、キャンセルは行われません。',
  refund: (currency) => `旅行者への払い戻し額（${currency}）`,
  refundHint: (max) => `上限 ${max}。0 の場合は払い戻しなしでキャンセルします。`,
  cancel: '注文をキャンセルして払い戻す',
  reason: 'お断りする場合の理由',
  reasonHint: '旅行者側のプログラムへの回答に表示されます。',
  decline: '断る（予約はそのまま）',
};
