-- The schema of the first released version with an application of each flow, one erased, one not finished; both databases read it.
create table migrations (id integer primary key, name text not null);
create table applications (
  id text primary key,
  reference text not null unique,
  flow text not null check (flow in ('entry', 'migration', 'suspension', 'trial')),
  customer text not null,
  application_key text unique,
  state text not null check (state in ('pending', 'complete', 'superseded')),
  staff_status text not null check (staff_status in ('received', 'in_progress', 'done', 'rejected')),
  assurance text not null check (assurance in ('none', 'unverified', 'invited')),
  consent_seq integer not null,
  consent_price text,
  agreed_price integer,
  price_list text,
  repeat_count integer not null,
  superseded_by text,
  created_at bigint not null,
  completed_at bigint,
  erased_at bigint,
  company_name text not null,
  zipcode text not null,
  address text not null,
  tel text not null,
  email text not null,
  person text not null,
  chance text not null,
  other_facility text not null,
  nowsoft text not null,
  nowsoftname text not null,
  lead_id text not null,
  contact_id text not null,
  service text not null,
  utm_source text not null,
  lp_category text not null,
  content text not null,
  utm_campaign text not null,
  utm_term text not null,
  search_mail text,
  search_tel text,
  search_company text
);
create unique index one_open_suspension on applications (customer)
  where flow = 'suspension' and staff_status in ('received', 'in_progress');
create index migrations_by_number on applications (customer) where flow = 'migration';
create index applications_by_time on applications (created_at, id);
create index applications_by_mail on applications (search_mail, created_at)
  where search_mail is not null;
create index applications_by_tel on applications (search_tel, created_at)
  where search_tel is not null;
create index applications_by_company on applications (search_company, created_at)
  where search_company is not null;
create table consents (
  application text not null references applications (id),
  seq integer not null,
  kind integer not null,
  price_text text,
  at bigint not null,
  terms_version text not null,
  button text not null,
  price_list text,
  primary key (application, seq)
);
create table facilities (
  application text not null references applications (id),
  no integer not null,
  facility_name text not null,
  facility_number text not null,
  service_key text not null,
  primary key (application, no)
);
create table flags (
  application text not null references applications (id),
  flag text not null,
  detail text not null,
  at bigint not null,
  primary key (application, flag)
);
create table history (
  id text primary key,
  application text not null references applications (id),
  at bigint not null,
  who text not null,
  action text not null,
  detail text not null
);
create index history_by_application on history (application, at);
create table outbox (
  id text primary key,
  application text not null references applications (id),
  kind text not null check (kind in ('mail_applicant', 'mail_staff', 'webhook')),
  recipient text not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'held', 'failed')),
  attempts integer not null,
  next_at bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint
);
create index outbox_due on outbox (kind, next_at) where state <> 'sent';
create index outbox_by_recipient on outbox (lower(recipient), sent_at) where sent_at is not null;
create index outbox_by_sending on outbox (sent_at) where sent_at is not null;
create index outbox_by_application on outbox (application);
create table limits (
  bucket text not null,
  window_start bigint not null,
  used integer not null,
  primary key (bucket, window_start)
);
create table used_invitations (
  id text primary key,
  application text not null references applications (id),
  at bigint not null
);
create table facts (
  name text primary key,
  value text not null
);
create index requests_by_number on applications (customer)
  where flow in ('migration', 'suspension');
drop index migrations_by_number;

insert into migrations (id, name) values
  (0, 'applications and what they promise'),
  (1, 'requests found by their number, open or not');

insert into applications (id, reference, flow, customer, application_key, state, staff_status, assurance, consent_seq, consent_price, agreed_price, price_list, repeat_count, superseded_by, created_at, completed_at, erased_at, company_name, zipcode, address, tel, email, person, chance, other_facility, nowsoft, nowsoftname, lead_id, contact_id, service, utm_source, lp_category, content, utm_campaign, utm_term, search_mail, search_tel, search_company) values
  ('tmp-qecnc46m44e6vatupjxotcdnve', 'TDWT-229G', 'entry', 'tmp-qecnc46m44e6vatupjxotcdnve', '00000001-0000-4000-8000-000000000000', 'complete', 'in_progress', 'none', 1, '19,960', 19960, 'contract-1', 0, null, 1795132800000, 1795132800000, null, '社会福祉法人あおぞら', '1310032', '東京都墨田区東向島1-2-3', '03-1234-5678', 'tanaka@aozora.example.jp', '田中 花子', '', '', '', '', '', '', '', '', '', '', '', '', 'tanaka@aozora.example.jp', '0312345678', 'あおぞら'),
  ('tmp-ddgyzfczwpab6jtzhtpbjrptsg', '8V7F-MQ7N', 'trial', 'tmp-ddgyzfczwpab6jtzhtpbjrptsg', null, 'complete', 'received', 'none', 1, '19,960', 19960, 'trial-1', 0, null, 1795132800000, 1795132800000, 1795136400000, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('req-hd66wws7p5y7222f7u73ipwjtb', '66PT-XW96', 'migration', '1234567890', '00000003-0000-4000-8000-000000000000', 'complete', 'received', 'unverified', 1, '19,960', 19960, 'contract-1', 0, null, 1795132800000, 1795132800000, null, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('req-bt4aqtrc7eyxgnwnk6mfq3r24g', 'QGGY-4V6D', 'suspension', '2345678901', '00000004-0000-4000-8000-000000000000', 'complete', 'received', 'invited', 1, null, null, null, 0, null, 1795132800000, 1795132800000, null, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('tmp-25owhudbmsbpkxlphypnauxe6f', 'M2GK-X3MT', 'entry', 'tmp-25owhudbmsbpkxlphypnauxe6f', '00000005-0000-4000-8000-000000000000', 'pending', 'received', 'none', 0, null, null, null, 0, null, 1795132800000, null, null, '社会福祉法人あおぞら', '1310032', '東京都墨田区東向島1-2-3', '03-1234-5678', 'tanaka@aozora.example.jp', '田中 花子', '', '', '', '', '', '', '', '', '', '', '', '', 'tanaka@aozora.example.jp', '0312345678', 'あおぞら');

insert into consents (application, seq, kind, price_text, at, terms_version, button, price_list) values
  ('tmp-qecnc46m44e6vatupjxotcdnve', 1, 1, '19,960', 1795132800000, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('tmp-ddgyzfczwpab6jtzhtpbjrptsg', 1, 4, '19,960', 1795132800000, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('req-hd66wws7p5y7222f7u73ipwjtb', 1, 2, '19,960', 1795132800000, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-bt4aqtrc7eyxgnwnk6mfq3r24g', 1, 3, null, 1795132800000, '2022-04-01', '規約に同意して利用停止手続きを行う', null);

insert into facilities (application, no, facility_name, facility_number, service_key) values
  ('tmp-qecnc46m44e6vatupjxotcdnve', 1, 'あおぞら作業所', '1310000011', 'SYUKEI_B'),
  ('tmp-qecnc46m44e6vatupjxotcdnve', 2, 'あおぞら作業所', '1310000011', 'SEIKATSU_KAIGO'),
  ('tmp-qecnc46m44e6vatupjxotcdnve', 3, 'ひだまりホーム', '1320000022', 'KYODO'),
  ('req-hd66wws7p5y7222f7u73ipwjtb', 1, 'あおぞら作業所', '1310000011', 'SYUKEI_B'),
  ('req-hd66wws7p5y7222f7u73ipwjtb', 2, 'あおぞら作業所', '1310000011', 'SEIKATSU_KAIGO'),
  ('req-hd66wws7p5y7222f7u73ipwjtb', 3, 'ひだまりホーム', '1320000022', 'KYODO');

insert into flags (application, flag, detail, at) values
  ('tmp-ddgyzfczwpab6jtzhtpbjrptsg', 'robot', '1200 ms', 1795132800000),
  ('tmp-ddgyzfczwpab6jtzhtpbjrptsg', 'possible_duplicate', 'TDWT-229G', 1795132800000),
  ('tmp-ddgyzfczwpab6jtzhtpbjrptsg', 'other_price_list', 'trial-1', 1795132800000);

insert into history (id, application, at, who, action, detail) values
  ('27ca2c04-f72f-4cd7-881e-697085fecab5', 'tmp-qecnc46m44e6vatupjxotcdnve', 1795136400000, 'suzuki', 'status', 'in_progress'),
  ('1fbc52ff-39cd-43f9-855a-ecffe2d9c88b', 'tmp-qecnc46m44e6vatupjxotcdnve', 1795136400000, 'suzuki', 'note', '電話で確認しました'),
  ('a44d8294-991e-44c2-92bc-b2531009ac77', 'tmp-ddgyzfczwpab6jtzhtpbjrptsg', 1795136400000, 'suzuki', 'erase', '');

insert into outbox (id, application, kind, recipient, state, attempts, next_at, last_error, created_at, sent_at) values
  ('01a200be-1a42-7174-966c-32c4368f524e', 'tmp-qecnc46m44e6vatupjxotcdnve', 'mail_applicant', 'tanaka@aozora.example.jp', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a42-779b-b4e7-72992a94a15e', 'tmp-qecnc46m44e6vatupjxotcdnve', 'mail_staff', 'staff@example.jp', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a42-752d-90c0-87ecdf88ce7a', 'tmp-qecnc46m44e6vatupjxotcdnve', 'webhook', 'https://billing.example.jp/hook', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a58-7b0e-a4a9-8f551d385f4c', 'req-hd66wws7p5y7222f7u73ipwjtb', 'mail_staff', 'staff@example.jp', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a58-7632-a3db-a5761c757b03', 'req-hd66wws7p5y7222f7u73ipwjtb', 'webhook', 'https://billing.example.jp/hook', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a5d-725a-97db-21b47f31e38a', 'req-bt4aqtrc7eyxgnwnk6mfq3r24g', 'mail_staff', 'staff@example.jp', 'queued', 0, 1795132800000, null, 1795132800000, null),
  ('01a200be-1a5d-7a8d-b2f4-4c838455c15d', 'req-bt4aqtrc7eyxgnwnk6mfq3r24g', 'webhook', 'https://billing.example.jp/hook', 'queued', 0, 1795132800000, null, 1795132800000, null);

insert into limits (bucket, window_start, used) values
  ('address:203.0.113.7', 495000, 2);

insert into used_invitations (id, application, at) values
  ('AAAAAAAAAAAAAAAAAAAAAA', 'req-bt4aqtrc7eyxgnwnk6mfq3r24g', 1795132800000);

insert into facts (name, value) values
  ('last_check', 'x');
