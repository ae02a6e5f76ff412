import type { Messages } from '../wording.ts';

const TYPES = { ADULT: '大人', CHILD: '子供', INFANT: '幼児' } as const;
const bags = (pieces: number, kilograms: number | undefined, noun: string) => `${noun} ${pieces}個${kilograms === undefined ? '' : `（${kilograms} kg）`}`;

/** Japanese. */
export const ja: Messages = {
  languageName: '日本語', formatLocale: 'ja-JP', checkout: 'お支払い', skipToPayment: 'お支払いへ進む', chooseLanguage: '言語',
  testMode: 'テストモードです。実際の請求はありません。カード 4242 4242 4242 4242、将来の任意の日付、任意のコードをお使いください。',
  trip: { heading: 'ご旅程', outbound: '往路', inbound: '復路', flight: (number) => `フライト ${number}`, details: 'フライトの詳細' },
  nonstop: '直行便', stops: (count) => `乗り継ぎ${count}回`,
  layover: (duration, city) => `${city}で${duration}`, terminal: (name) => `ターミナル${name}`, operatedBy: (carrier) => `運航：${carrier}`,
  daysLater: (count) => (count === 1 ? '翌日' : `${count}日後`), duration: (hours, minutes) => (hours === 0 ? `${minutes}分` : `${hours}時間${minutes}分`),
  localTimes: '時刻はすべて現地時間です。',
  cabin: { economy: 'エコノミー', premium_economy: 'プレミアムエコノミー', business: 'ビジネス', first: 'ファースト' },
  travelers: 'ご搭乗者', contact: 'ご連絡先', travelerType: TYPES,
  travelerCount: (type, count) => `${TYPES[type]}${count}名`,
  included: '運賃に含まれるもの',
  checkedBags: (pieces, kilograms) => (pieces === 0 ? '受託手荷物なし' : bags(pieces, kilograms, '受託手荷物')),
  cabinBags: (pieces, kilograms) => (pieces === 0 ? '機内持ち込み手荷物なし' : bags(pieces, kilograms, '機内持ち込み手荷物')),
  perPerson: 'お一人様', seatIncluded: '座席指定',
  rules: {
    heading: '変更と払い戻し', changeFree: '無料で変更できます。運賃の差額が生じる場合があります。',
    changeFee: (fee) => `お一人様 ${fee} と運賃の差額で変更できます。`, changeNever: 'この運賃は変更できません。',
    refundFree: '出発前のキャンセルは全額払い戻されます。',
    refundFee: (fee) => `出発前のキャンセルにはお一人様 ${fee} の手数料がかかります。`, refundNever: 'この運賃は払い戻しできません。',
  },
  summary: { heading: '料金', fare: '運賃', total: '合計', taxesIncluded: '税金・諸費用込み' },
  hold: {
    label: '料金の確保', time: (minutes, seconds) => `残り${minutes}分${seconds}秒`,
    ended: '料金の確保時間が過ぎました。お支払いの前に料金を再確認します。',
  },
  moved: { title: '料金が変わりました', text: (before, after) => `${before} から ${after} になりました。`, accept: (total) => `新しい合計 ${total} に同意します` },
  payment: 'お支払い',
  labels: { holder: 'カード名義', number: 'カード番号', expiry: '有効期限', security_code: 'セキュリティコード' },
  hints: { expiry: '月 / 年（MM / YY）', securityCode: '3桁または4桁' },
  problemsHeading: '入力内容をご確認ください',
  problems: {
    holder: { missing: 'カードの名義を入力してください。', invalid: 'カードの名義を入力してください。', expired: '' },
    number: { missing: 'カード番号を入力してください。', invalid: 'カード番号に誤りがあるか、桁が足りません。', expired: '' },
    expiry: { missing: '有効期限を入力してください。', invalid: '月と年を入力してください（例：09/28）。', expired: 'このカードは有効期限が切れています。' },
    security_code: { missing: 'セキュリティコードを入力してください。', invalid: 'セキュリティコードは3桁または4桁です。', expired: '' },
    accept: { missing: '新しい料金への同意が必要です。', invalid: '新しい料金への同意が必要です。', expired: '' },
  },
  pay: (total) => `${total} を支払う`, confirmNothing: '予約を確定する', chargeNote: 'すべての予約が完了してから請求されます。',
  declined: {
    title: 'お支払いを受け付けられませんでした',
    reasons: {
      insufficient_funds: 'カードの残高が不足しています。別のカードをお試しください。', processing_error: 'お支払いを処理できませんでした。もう一度お試しください。',
      authentication_failed: '銀行で本人確認ができませんでした。もう一度試すか、別のカードをお使いください。', expired_card: 'カードの有効期限が切れています。別のカードをお試しください。',
      test_card_required: 'テストモードではテスト用カード（4242 4242 4242 4242 など）のみ使えます。',
    },
    other: 'カードが承認されませんでした。請求はされていません。別のカードをお試しください。',
  },
  challenge: { title: '銀行での本人確認', text: 'お支払いがご本人によるものか、銀行が確認しています。', approve: '支払いを承認する', reject: '支払いを拒否する' },
  processing: { title: '少々お待ちください', text: '銀行の応答を待っています。このページは自動で更新されます。再度のお支払いはしないでください。' },
  booking: { title: 'お支払いを受け付けました', text: 'ただいま予約しています。このページは自動で更新されます。', slow: '航空会社の確認に時間がかかっています。このページを閉じて、後でもう一度ご覧ください。' },
  confirmed: { title: '予約が完了しました', text: '予約番号を保管してください。姓と合わせて予約を確認できます。' },
  partial: { title: 'ご旅程の一部を予約しました', text: '予約できなかったものは請求されていません。予約できた分の予約番号を保管してください。' },
  reference: '予約番号',
  failed: {
    not_booked: { title: '予約できませんでした', text: '航空会社が予約を受け付けませんでした。請求はされません。カードの仮押さえは解除されます。' },
    price_rose: { title: 'お支払い中に料金が上がりました', text: '高い料金では予約していません。請求はされません。カードの仮押さえは解除されます。' },
  },
  closed: {
    link_expired: { title: 'リンクの有効期限が切れました', text: 'お支払いリンクの有効期間は4時間です。旅程を作成した場所で新しいリンクをご依頼ください。' },
    trip_changed: { title: '旅程が変更されました', text: 'このリンクの作成後に旅程が変更されました。旅程を作成した場所で新しいリンクをご依頼ください。' },
    trip_cancelled: { title: 'この旅程は販売を終了しました', text: 'キャンセルまたは期限切れです。請求はされていません。' },
    item_gone: { title: '売り切れ', text: '旅程の一部が購入できなくなりました。請求はされていません。' },
    unknown: { title: 'ページがありません', text: 'このアドレスにお支払いはありません。リンクをご確認ください。' },
    form_stale: { title: 'もう一度お試しください', text: 'フォームを確認できませんでした。お支払いページを開き直してください。請求はされていません。' },
    too_many_attempts: { title: '試行回数が多すぎます', text: '1分ほど待ってからもう一度お試しください。請求はされていません。' },
    supplier_silent: { title: '料金を確認できませんでした', text: '航空会社から応答がありません。請求はされていません。しばらくしてからもう一度お試しください。' },
  },
  reload: 'ページを再読み込み',
};
