import { readFileSync } from 'node:fs';
import { html, ownMarkup } from '../kit/html.ts';
import { renderPage } from '../kit/layout.ts';
import { mailMessagesOf } from '../mail/messages.ts';
import { renderSignInParts } from './sign-in-pages.ts';
import { type FramedPage, renderFrame } from './member-frame.ts';
import { renderMember } from './member-pages.ts';
import type { SignInView, Member, MemberView, OnwardView, PageFacts } from './view.ts';
import { vocabularyOf } from './vocabulary.ts';

const style = ownMarkup(readFileSync(new URL('./accounts.css', import.meta.url), 'utf8'));

/** A page before sign-in, in the frame and looks of the checkout page. */
export function renderSignInPage(facts: PageFacts, view: SignInView, onward?: OnwardView): string {
  const texts = { ...vocabularyOf(facts.language), onward };
  return renderPage(facts.language, facts, { ...commonParts(facts), ...renderSignInParts(texts, view) });
}

/** A page of somebody who is signed in. */
export function renderMemberPage(facts: PageFacts, member: Member, view: MemberView): string {
  const texts = vocabularyOf(facts.language);
  return renderPage(facts.language, facts, { ...commonParts(facts), ...renderMember(texts, member, view) });
}

/** A page of the account that another folder writes, in its frame; `looks` are rules of its own. */
export function renderFramedPage(facts: PageFacts, member: Member, page: FramedPage, looks: typeof style): string {
  const common = commonParts(facts);
  return renderPage(facts.language, facts, {
    ...common,
    style: html`${common.style}${looks}`,
    ...renderFrame(vocabularyOf(facts.language), member, page),
  });
}

function commonParts({ language }: PageFacts) {
  return { barTitle: vocabularyOf(language).own.account, testMode: mailMessagesOf(language).testMode, style };
}
