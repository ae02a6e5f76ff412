import type { MailMessages } from '../wording.ts';

/** Japanese. */
export const ja: MailMessages = {
  subjects: {
    confirmed: (ref) => `ご予約 ${ref} が確定しました`,
    partial: (ref) => `ご旅行の一部を予約しました（${ref}）`,
    failed: (ref) => `ご旅行を予約できませんでした（${ref}）`,
    refunded: (ref, amount) => `${amount} のご返金（${ref}）`,
    cancelled: (ref) => `キャンセルのお知らせ（${ref}）`,
    changed: (ref) => `ご予約 ${ref} が変更されました`,
    rescheduled: {
      times: (ref) => `ご予約 ${ref} の時刻が変わりました`,
      flights: (ref) => `ご予約 ${ref} の便が変わりました`,
      cancelled: (ref) => `欠航のお知らせ：ご予約 ${ref}`,
    },
  },
  testMode: 'テストモード：実際の予約も決済も行われません。',
  refunded: {
    title: '返金の手続きをしました',
    text: (amount) => `${amount} を、お支払いに使われたカードに返金します。銀行によっては数日かかることがあります。`,
    cancelledTitle: 'キャンセルが完了しました',
    cancelledText: 'このご予約の条件により、返金はありません。',
    cancelledHeading: 'キャンセル済み',
    money: '返金',
    paid: 'お支払い済み',
    retained: 'キャンセル料',
    collected: '現地でのご請求',
    setByPlace: '宿泊施設の規定によります',
    back: '返金額',
    rest: 'その他のご予約に変更はありません。',
  },
  changed: {
    title: 'ご予約が変更されました',
    text: '変更後のご旅行は次のとおりです。予約番号は変わりません。',
    now: '変更後',
    before: '変更前',
    even: '変更に費用はかかりません。',
    nothingNow: '変更について、今回のお支払いはありません。',
    atCounter: {
      more: (amount) => `レンタカー店舗でのお支払いは、変更前より ${amount} 増えます。`,
      less: (amount) => `レンタカー店舗でのお支払いは、変更前より ${amount} 減ります。`,
    },
    paid: (amount) => `変更のために ${amount} をお支払いいただきました。`,
    refunded: (amount) => `${amount} を、お支払いに使われたカードに返金します。`,
  },
  rescheduled: {
    title: {
      times: '時刻が変わりました',
      flights: '便が変わりました',
      cancelled: '航空会社が便を欠航にしました',
    },
    accepted: '現在はこのとおり運航されます。予約番号は変わりません。',
    link: {
      times: '新しい時刻の承諾・変更・キャンセル',
      flights: '新しい便の承諾・変更・キャンセル',
      cancelled: 'キャンセル・変更',
    },
    heading: {
      times: '新しい時刻',
      flights: '新しい便',
      cancelled: '運航されない便',
    },
  },
  notices: {
    declined: {
      subject: (ref) => `お申し込みはお断りとなりました（${ref}）`,
      title: 'お申し込みはお断りとなりました',
      text: 'キャンセルや変更は行われていません。ご予約はそのままで、お申し込みによる請求もありません。',
    },
    cancelled_elsewhere: {
      subject: (ref) => `ご予約${ref}：フライトがキャンセルされました`,
      title: 'フライトのご予約がキャンセルされました',
      text: '当社を通さずに、航空会社側でキャンセルされました。返金額はまだ分かりません。担当者が確認して決定し、あらためてメールでお知らせします。現時点で返金は行われていません。',
    },
  },
  quoted: (text) => `「${text}」`,
  why: (ref) => `このメールは、ご予約 ${ref} の連絡先としてこのアドレスが登録されているためお送りしています。`,
  colon: '：',
};
