insert into applications (id, reference, flow, customer, application_key, state, staff_status, assurance, consent_seq, consent_price, agreed_price, price_list, repeat_count, superseded_by, created_at, completed_at, closed_at, erased_at, issued_name, customer_number, link_generation, revision, company_name, zipcode, address, tel, email, person, chance, other_facility, nowsoft, nowsoftname, lead_id, contact_id, service, utm_source, lp_category, content, utm_campaign, utm_term, search_mail, search_tel, search_company) values
  ('app-567b1dc7b03b2abb07924f8233c7d257', 'CXXQ-TXHH', 'entry', '', 'demo-application-0', 'complete', 'done', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1785631897989, 1785631897989, 1785691569482, null, 'tmp-r6a3k3cek35houpb3j7q7d32la', '', 1, 1, '一般社団法人北山星空舎', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1000', 'desk0@demo0.example.jp', '伊藤 大輔', '', '', '', '', '', '', '', '', '', '', '', '', 'desk0@demo0.example.jp', '0300001000', '北山星空舎'),
  ('app-c77ad72786eba9b740255487ecca88e9', 'D642-GCMY', 'trial', '', 'demo-application-1', 'complete', 'done', 'none', 1, '10,980', 10980, 'trial-2025-02', 0, null, 1787566220662, 1787566220662, 1787578749427, null, 'tmp-cqmabwevh2rxp7pz27kpulev5f', '', 1, 1, '一般社団法人南町四葉会', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1001', 'desk1@demo1.example.jp', '加藤 太郎', '7', '', '4', '', '', '', '', 'newsletter', '', '', '検索広告', '', 'desk1@demo1.example.jp', '0300001001', '南町四葉会'),
  ('app-cc2ff822511015204da42d0a018a0b39', 'J4V7-3H2G', 'entry', '', 'demo-application-2', 'complete', 'in_progress', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1787730908206, 1787730908206, null, null, 'tmp-sdwhvontjkq7kski2obkxgkrmc', '', 1, 1, '一般社団法人新町大地福祉会', '1000001', '東京都千代田区千代田99番地', '03-0000-1002', 'desk2@demo2.example.jp', '伊藤 一郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk2@demo2.example.jp', '0300001002', '新町大地福祉会'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 'XK4Q-BQ2P', 'entry', '', 'demo-application-3', 'complete', 'done', 'none', 1, '29,940', 29940, 'contract-1', 0, null, 1787982280988, 1787982280988, 1788309896423, null, 'tmp-l74okrs74mwwa4mg4gh4gyanga', '', 1, 1, '一般社団法人南町四葉会', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1001', 'desk1@demo1.example.jp', '加藤 太郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk1@demo1.example.jp', '0300001001', '南町四葉会'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', '5PXJ-82H4', 'entry', '', 'demo-application-4', 'complete', 'done', 'none', 2, '19,960', 19960, 'contract-1', 0, null, 1788424203956, 1788424203956, 1788486924592, null, 'tmp-f6m5ssm4koqbmnapudk5mvsgdb', '', 1, 2, '社会福祉法人森丘青空会', '1000001', '東京都千代田区千代田99番地', '03-0000-1004', 'desk4@demo4.example.jp', '松本 太郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk4@demo4.example.jp', '0300001004', '森丘青空会'),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', '3M7M-VD83', 'trial', '', 'demo-application-5', 'complete', 'done', 'none', 1, '10,980', 10980, 'trial-2025-02', 0, null, 1788581309815, 1788581309815, 1788601635963, null, 'tmp-whun3bdw3ywkekj3zep4oic33g', '', 1, 1, '特定非営利活動法人下町日向の里', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1005', 'desk5@demo5.example.jp', '吉田 大輔', '3', '', '1', '', '', '', '', '', '', '', '', '', 'desk5@demo5.example.jp', '0300001005', '下町日向の里'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 'P4DB-DVM6', 'trial', '', 'demo-application-6', 'complete', 'done', 'none', 2, '32,580', 32580, 'trial-2025-02', 0, null, 1789023033261, 1789023033261, 1789429658614, null, 'tmp-lc3ltigdnkucpubzsutkjjbung', '', 1, 2, '一般社団法人西田日向ケア', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1006', 'desk6@demo6.example.jp', '渡辺 美咲', '7', '', '1', '', '', '', '', 'newsletter', '', '', '検索広告', '', 'desk6@demo6.example.jp', '0300001006', '西田日向ケア'),
  ('req-yteakc7xmxy3lw6jh4ogonm2fe', 'DNRR-YR7Q', 'suspension', 'C-20007', 'demo-application-7', 'complete', 'rejected', 'unverified', 1, null, null, null, 0, null, 1789958083986, 1789958083986, 1790260320458, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', '9M63-VWQ9', 'trial', '', 'demo-application-8', 'complete', 'done', 'none', 1, '120,240', 120240, 'trial-2025-02', 0, null, 1790225469109, 1790225469109, 1790390270846, null, 'tmp-qnbimslmmntawxda7zszygxd7d', '', 1, 1, '一般社団法人新野四葉ケア', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1008', 'desk8@demo8.example.jp', '木村 恵子', '6', '若葉作業所', '1', '', '', '', '', '', '', '', '', '', 'desk8@demo8.example.jp', '0300001008', '新野四葉ケア'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', '4YGF-29WK', 'trial', '', 'demo-application-9', 'complete', 'done', 'none', 1, '60,380', 60380, 'trial-2025-02', 0, null, 1790656095712, 1790656095712, 1790941131733, null, 'tmp-gsjaxyxgjbstawvrsnae34cyxa', '', 1, 1, '合同会社中山青空会', '1000001', '東京都千代田区千代田99番地', '03-0000-1009', 'desk9@demo9.example.jp', '伊藤 直樹', '8', '', '2', 'らくらく請求', '', '', '', 'newsletter', '', '', '2026秋の展示会', '', 'desk9@demo9.example.jp', '0300001009', '中山青空会'),
  ('req-i2eobiw5ldhw3q3ge6pyftyctg', 'J56D-4GWG', 'suspension', 'C-20010', 'demo-application-10', 'complete', 'done', 'unverified', 1, null, null, null, 0, null, 1790742941400, 1790742941400, 1790779226932, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-5e9eee933e44ed0284a70248fc76f206', 'JQH7-2WPB', 'entry', '', 'demo-application-11', 'complete', 'done', 'none', 1, '59,880', 59880, 'contract-1', 0, null, 1790816586511, 1790816586511, 1790992181030, null, 'tmp-iadjne4q4qopx3jxymgnakbc2a', '', 1, 1, '特定非営利活動法人東野希望ケア', '5300001', '大阪府大阪市北区梅田99番地', '03-0000-1011', 'desk11@demo11.example.jp', '山田 太郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk11@demo11.example.jp', '0300001011', '東野希望ケア'),
  ('req-qfogmihasgcfw4k53nyxfxw3cd', 'DRF8-YX4R', 'suspension', 'C-20012', 'demo-application-12', 'complete', 'done', 'unverified', 1, null, null, null, 0, null, 1790834910731, 1790834910731, 1790860601172, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', '9KBM-3WBW', 'trial', '', 'demo-application-13', 'complete', 'in_progress', 'none', 1, '65,520', 65520, 'trial-2025-02', 0, null, 1791437199083, 1791437199083, null, null, 'tmp-4xu5soibjla7ieqrw5vz2s237g', '', 1, 1, '合同会社下町四葉会', '5300001', '大阪府大阪市北区梅田99番地', '03-0000-1013', 'desk13@demo13.example.jp', '木村 恵子', '5', '', '3', '', '', '', '', 'newsletter', '', '', '2026秋の展示会', '', 'desk13@demo13.example.jp', '0300001013', '下町四葉会'),
  ('app-e3863162388486bffcaaece281327f81', 'FJRR-R8C2', 'trial', '', 'demo-application-14', 'complete', 'done', 'none', 1, '126,080', 126080, 'trial-2025-02', 0, null, 1791518105491, 1791518105491, 1791724450994, null, 'tmp-gvj5rldukdloug4gu7xt5aw5xd', '', 1, 1, '合同会社北山星空ケア', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1014', 'desk14@demo14.example.jp', '伊藤 大輔', '3', '', '4', '', '', '', '', '', '', '', '', '', 'desk14@demo14.example.jp', '0300001014', '北山星空ケア'),
  ('app-822c29fee1f7e426c461708c754d757b', 'KVR9-5WBX', 'entry', '', 'demo-application-15', 'complete', 'done', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1791528730722, 1791528730722, 1791930462938, null, 'tmp-4iqajjarhg5eblmhmljhte4cye', '', 1, 1, '合同会社中山青空会', '1000001', '東京都千代田区千代田99番地', '03-0000-1009', 'desk9@demo9.example.jp', '伊藤 直樹', '', '', '', '', '', '', '', '', '', '', '', '', 'desk9@demo9.example.jp', '0300001009', '中山青空会'),
  ('req-ky2xhwfpmlqdzej47ui6xmfdyc', '55XM-KYMD', 'suspension', 'C-20016', 'demo-application-16', 'complete', 'rejected', 'unverified', 1, null, null, null, 0, null, 1792046288661, 1792046288661, 1792091505366, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-a5ba2a698c0238dae421209aba008b50', '7PGW-K3PG', 'trial', '', 'demo-application-17', 'complete', 'done', 'none', 1, '10,980', 10980, 'trial-2025-02', 0, null, 1792056430174, 1792056430174, 1792168047949, null, 'tmp-v2bylgvadtue22z3x4j4i4pzzh', '', 1, 1, '一般社団法人宮町虹色の里', '5300001', '大阪府大阪市北区梅田99番地', '03-0000-1017', 'desk17@demo17.example.jp', '伊藤 美咲', '5', '', '1', '', '', '', '', 'newsletter', '', '', '検索広告', '', 'desk17@demo17.example.jp', '0300001017', '宮町虹色の里'),
  ('app-86bcc91076595732db93dc79e3eff9e1', '64X4-35WY', 'trial', '', 'demo-application-18', 'complete', 'done', 'none', 1, '54,720', 54720, 'trial-2025-02', 0, null, 1792295315370, 1792295315370, 1792528213976, null, 'tmp-vya34p32zfwrzkhgtghrmnkytc', '', 1, 1, '特定非営利活動法人林町海風サポート', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1018', 'desk18@demo18.example.jp', '井上 花子', '7', '', '4', '', '', '', '', '', '', '', '', '', 'desk18@demo18.example.jp', '0300001018', '林町海風サポート'),
  ('req-2trjtfbkmibkylqx6bfprrnvna', '5XRR-M8RB', 'migration', 'C-20019', 'demo-application-19', 'complete', 'done', 'unverified', 1, '9,980', 9980, 'contract-1', 0, null, 1792387582564, 1792387582564, 1792676588343, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-298310ef1c660d9027d181ec74dfdfd0', 'RYM9-G7Y4', 'entry', '', 'demo-application-20', 'complete', 'done', 'none', 1, '19,960', 19960, 'contract-1', 0, null, 1792901506114, 1792901506114, 1792930377834, null, 'tmp-buctgaeuhgrkob3afeutayjtng', '', 1, 1, '合同会社東田清流福祉会', '1000001', '東京都千代田区千代田99番地', '03-0000-1020', 'desk20@demo20.example.jp', '井上 太郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk20@demo20.example.jp', '0300001020', '東田清流福祉会'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', '54QM-MXKJ', 'trial', '', 'demo-application-21', 'complete', 'done', 'none', 1, '103,760', 103760, 'trial-2025-02', 0, null, 1792972094047, 1792972094047, 1793074531300, null, 'tmp-lkignlpgzf7p4cbytiztiov25c', '', 1, 1, '特定非営利活動法人高野海風ケア', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1021', 'desk21@demo21.example.jp', '小林 美咲', '7', '', '1', '', '', '', '', '', '', '', '', '', 'desk21@demo21.example.jp', '0300001021', '高野海風ケア'),
  ('app-805b7c4dca250e97243650c72d5691ac', '9957-7TGK', 'entry', '', 'demo-application-22', 'complete', 'done', 'none', 1, '74,840', 74840, 'contract-1', 0, null, 1793084901427, 1793084901427, 1793123267599, null, 'tmp-5cdjgdptpnyfbxnshyl3gz6zch', '', 1, 1, '特定非営利活動法人中田星空サポート', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1022', 'desk22@demo22.example.jp', '吉田 一郎', '', '', '', '', '', '', '', '', '', '', '', '', 'desk22@demo22.example.jp', '0300001022', '中田星空サポート'),
  ('app-9be8c4e18c5d5386c87e31edbbb9ab05', 'NHR8-FDNP', 'trial', '', 'demo-application-23', 'complete', 'done', 'none', 1, '10,980', 10980, 'trial-2025-02', 0, null, 1793665178258, 1793665178258, 1794007942121, null, 'tmp-x5poaolojc4r3vgub3yebqbmrc', '', 1, 1, '特定非営利活動法人森田白樺舎', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1023', 'desk23@demo23.example.jp', '佐々木 恵子', '3', '', '4', '', '', '', '', 'newsletter', '', '', '2026秋の展示会', '', 'desk23@demo23.example.jp', '0300001023', '森田白樺舎'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 'WYNT-Y53D', 'trial', '', 'demo-application-24', 'complete', 'done', 'none', 1, '76,680', 76680, 'trial-2025-02', 0, null, 1793769314646, 1793769314646, 1793960799112, null, 'tmp-n5fg3fa6x43j6ztcferf2skkrb', '', 1, 1, '社会福祉法人西町笑顔の里', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1024', 'desk24@demo24.example.jp', '山口 恵子', '7', '', '3', '', '', '', '', '', '', '', '', '', 'desk24@demo24.example.jp', '0300001024', '西町笑顔の里'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', '5GJY-XXK6', 'entry', '', 'demo-application-25', 'complete', 'done', 'none', 1, '89,820', 89820, 'contract-1', 0, null, 1793936291108, 1793936291108, 1793960075961, null, 'tmp-xkh5lfzuyubu3fktzufohdossa', '', 1, 1, '合同会社北山星空ケア', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1014', 'desk14@demo14.example.jp', '伊藤 大輔', '', '', '', '', '', '', '', '', '', '', '', '', 'desk14@demo14.example.jp', '0300001014', '北山星空ケア'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 'K682-39KD', 'trial', '', 'demo-application-26', 'complete', 'done', 'none', 1, '54,900', 54900, 'trial-2025-02', 0, null, 1793950185905, 1793950185905, 1794211125353, null, 'tmp-wt37ps2opkov4qda46uaad7cef', '', 1, 1, '株式会社長野海風会', '1000001', '東京都千代田区千代田99番地', '03-0000-1026', 'desk26@demo26.example.jp', '渡辺 裕子', '6', '四葉作業所', '1', '', '', '', '', '', '', '', '', '', 'desk26@demo26.example.jp', '0300001026', '長野海風会'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 'MW2T-THWG', 'entry', '', 'demo-application-27', 'complete', 'done', 'none', 1, '29,940', 29940, 'contract-1', 0, null, 1793954126437, 1793954126437, 1794380349700, null, 'tmp-ysrbchjace2ql37q43fzwzry3a', '', 1, 1, '株式会社梅田四葉会', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1027', 'desk27@demo27.example.jp', '渡辺 美咲', '', '', '', '', '', '', '', '', '', '', '', '', 'desk27@demo27.example.jp', '0300001027', '梅田四葉会'),
  ('app-987804b139d50cefafc929669d61aee8', 'J55T-82CV', 'trial', '', 'demo-application-28', 'complete', 'done', 'none', 1, '10,980', 10980, 'trial-2025-02', 0, null, 1794204269402, 1794204269402, 1794219787919, null, 'tmp-iilryaxredo3ggvdyz2fxphewc', '', 1, 1, '合同会社西野虹色福祉会', '0600001', '北海道札幌市中央区北一条西99丁目', '03-0000-1028', 'desk28@demo28.example.jp', '渡辺 一郎', '3', '', '4', '', '', '', '', 'newsletter', '', '', 'spring@example.jp', '', 'desk28@demo28.example.jp', '0300001028', '西野虹色福祉会'),
  ('app-4d394adc02fc3e5c0c059b37879e09c6', 'K8HD-WGHW', 'entry', '', 'demo-application-29', 'complete', 'done', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1794365410906, 1794365410906, 1794637642407, null, 'tmp-wy2kml6xcadpkiubjbpyqosv5c', '', 1, 1, '一般社団法人上田大地の里', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1029', 'desk29@demo29.example.jp', '吉田 翔太', '', '', '', '', '', '', '', '', '', '', '', '', 'desk29@demo29.example.jp', '0300001029', '上田大地の里'),
  ('req-hvkx57jwwkxlz3o2vb6mrw6pgc', '2YQF-D5FN', 'suspension', 'C-20030', 'demo-application-30', 'complete', 'in_progress', 'unverified', 1, null, null, null, 0, null, 1794389754000, 1794389754000, null, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-b34e364ee1910ed015bcc75311d381c9', '2J8P-5465', 'entry', '', 'demo-application-31', 'complete', 'done', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1794544767710, 1794544767710, 1794865286354, null, 'tmp-xfqdr66ffv4o46cryjvkafwo4c', '', 1, 1, '一般社団法人宮町虹色の里', '5300001', '大阪府大阪市北区梅田99番地', '03-0000-1017', 'desk17@demo17.example.jp', '伊藤 美咲', '', '', '', '', '', '', '', '', '', '', '', '', 'desk17@demo17.example.jp', '0300001017', '宮町虹色の里'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', '6TF8-YJXN', 'entry', '', 'demo-application-32', 'complete', 'done', 'none', 1, '24,940', 24940, 'contract-1', 0, null, 1794710841054, 1794710841054, 1794833623739, null, 'tmp-mvg6a4u5g5rrygll7owosk6zef', '', 1, 1, '一般社団法人上丘若葉会', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1032', 'desk32@demo32.example.jp', '松本 由美', '', '', '', '', '', '', '', '', '', '', '', '', 'desk32@demo32.example.jp', '0300001032', '上丘若葉会'),
  ('req-dlzvnucusg2ca4xm4mfryj6mth', 'XVQJ-N47C', 'migration', 'C-20033', 'demo-application-33', 'complete', 'done', 'unverified', 1, '9,980', 9980, 'contract-1', 0, null, 1794982252811, 1794982252811, 1795186707526, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('req-mw7lipnr4ag734iopdknojcdeb', '8GYK-NJM6', 'migration', 'C-20034', 'demo-application-34', 'complete', 'received', 'unverified', 1, '64,860', 64860, 'contract-1', 0, null, 1795221227113, 1795221227113, null, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('req-staxpnxm3gcfq2pbk4kmnndycb', '9KXY-D9XY', 'suspension', 'C-20035', 'demo-application-35', 'complete', 'received', 'unverified', 1, null, null, null, 0, null, 1795230913878, 1795230913878, null, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null),
  ('app-352465695f6622c196ff694a5658f6a8', 'DB6C-QQNY', 'entry', '', 'demo-application-36', 'complete', 'in_progress', 'none', 1, '79,840', 79840, 'contract-1', 0, null, 1795232680232, 1795232680232, null, null, 'tmp-tn5itvpokx6lahys3tyjomsbmf', '', 1, 1, '社会福祉法人林丘虹色の里', '5300001', '大阪府大阪市北区梅田99番地', '03-0000-1036', 'desk36@demo36.example.jp', '松本 美咲', '', '', '', '', '', '', '', '', '', '', '', '', 'desk36@demo36.example.jp', '0300001036', '林丘虹色の里'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 'CPXH-TB3C', 'trial', '', 'demo-application-37', 'complete', 'received', 'none', 1, '70,640', 70640, 'trial-2025-02', 0, null, 1795242760745, 1795242760745, null, null, 'tmp-tind4iaesl5kikwpovkw2sqd7c', '', 1, 1, '合同会社森丘若葉ケア', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1037', 'desk37@demo0.example.jp', '吉田 恵子', '7', '', '2', 'らくらく請求', '', '', '', '', '', '', '', '', 'desk37@demo0.example.jp', '0300001037', '森丘若葉ケア'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', '3R5J-WNK5', 'entry', '', 'demo-application-38', 'complete', 'received', 'none', 1, '9,980', 9980, 'contract-1', 0, null, 1795489492435, 1795489492435, null, null, 'tmp-5a3w4fdov6odsayt3ijldbwlua', '', 1, 1, '特定非営利活動法人林町海風サポート', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1018', 'desk18@demo18.example.jp', '井上 花子', '', '', '', '', '', '', '', '', '', '', '', '', 'desk18@demo18.example.jp', '0300001018', '林町海風サポート'),
  ('req-yabuo5irlkbeobuz6jdxgsmubf', 'RDKH-NQPH', 'suspension', 'C-20039', 'demo-application-39', 'complete', 'received', 'unverified', 1, null, null, null, 0, null, 1795677625470, 1795677625470, null, null, '', '', 1, 1, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', null, null, null);
insert into consents (application, seq, kind, price_text, at, terms_version, button, price_list) values
  ('app-567b1dc7b03b2abb07924f8233c7d257', 1, 1, '9,980', 1785631897989, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-c77ad72786eba9b740255487ecca88e9', 1, 4, '10,980', 1787566220662, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-cc2ff822511015204da42d0a018a0b39', 1, 1, '9,980', 1787730908206, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 1, 1, '29,940', 1787982280988, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 1, 1, '9,980', 1788424203956, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 2, 1, '19,960', 1788425043956, '2022-04-01', '新しい料金に同意して訂正を申し出る', 'contract-1'),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', 1, 4, '10,980', 1788581309815, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 1, 4, '21,780', 1789023033261, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, 4, '32,580', 1789023873261, '2022-04-01', '新しい料金の目安に同意して訂正を申し出る', 'trial-2025-02'),
  ('req-yteakc7xmxy3lw6jh4ogonm2fe', 1, 3, null, 1789958083986, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1, 4, '120,240', 1790225469109, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 1, 4, '60,380', 1790656095712, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('req-i2eobiw5ldhw3q3ge6pyftyctg', 1, 3, null, 1790742941400, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-5e9eee933e44ed0284a70248fc76f206', 1, 1, '59,880', 1790816586511, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-qfogmihasgcfw4k53nyxfxw3cd', 1, 3, null, 1790834910731, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 1, 4, '65,520', 1791437199083, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-e3863162388486bffcaaece281327f81', 1, 4, '126,080', 1791518105491, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-822c29fee1f7e426c461708c754d757b', 1, 1, '9,980', 1791528730722, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-ky2xhwfpmlqdzej47ui6xmfdyc', 1, 3, null, 1792046288661, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-a5ba2a698c0238dae421209aba008b50', 1, 4, '10,980', 1792056430174, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 1, 4, '54,720', 1792295315370, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('req-2trjtfbkmibkylqx6bfprrnvna', 1, 2, '9,980', 1792387582564, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-298310ef1c660d9027d181ec74dfdfd0', 1, 1, '19,960', 1792901506114, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 1, 4, '103,760', 1792972094047, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-805b7c4dca250e97243650c72d5691ac', 1, 1, '74,840', 1793084901427, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-9be8c4e18c5d5386c87e31edbbb9ab05', 1, 4, '10,980', 1793665178258, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 1, 4, '76,680', 1793769314646, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 1, 1, '89,820', 1793936291108, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 1, 4, '54,900', 1793950185905, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 1, 1, '29,940', 1793954126437, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-987804b139d50cefafc929669d61aee8', 1, 4, '10,980', 1794204269402, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-4d394adc02fc3e5c0c059b37879e09c6', 1, 1, '9,980', 1794365410906, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-hvkx57jwwkxlz3o2vb6mrw6pgc', 1, 3, null, 1794389754000, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-b34e364ee1910ed015bcc75311d381c9', 1, 1, '9,980', 1794544767710, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', 1, 1, '24,940', 1794710841054, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-dlzvnucusg2ca4xm4mfryj6mth', 1, 2, '9,980', 1794982252811, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 1, 2, '64,860', 1795221227113, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-staxpnxm3gcfq2pbk4kmnndycb', 1, 3, null, 1795230913878, '2022-04-01', '規約に同意して利用停止手続きを行う', null),
  ('app-352465695f6622c196ff694a5658f6a8', 1, 1, '79,840', 1795232680232, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 1, 4, '70,640', 1795242760745, '2022-04-01', '利用規約とプライバシーポリシーに同意する', 'trial-2025-02'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1, 1, '9,980', 1795489492435, '2022-04-01', '規約に同意して登録する', 'contract-1'),
  ('req-yabuo5irlkbeobuz6jdxgsmubf', 1, 3, null, 1795677625470, '2022-04-01', '規約に同意して利用停止手続きを行う', null);
insert into facilities (application, no, facility_name, facility_number, service_key) values
  ('app-567b1dc7b03b2abb07924f8233c7d257', 1, '青空作業所', '1390000006', 'JUHO'),
  ('app-c77ad72786eba9b740255487ecca88e9', 1, '日向作業所', '1390000204', 'SHISETSU_NYUSHO'),
  ('app-cc2ff822511015204da42d0a018a0b39', 1, '若葉作業所', '1390000402', 'TEITYAKU'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 1, '希望作業所', '1390000600', 'KYODO'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 2, '虹色ホーム', '1390000618', 'JIHATSU'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 3, '四葉作業所', '1390000626', 'SHISETSU_NYUSHO'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 1, '虹色作業所', '1390000808', 'KOUDOU'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 2, '虹色作業所', '1390999995', 'KOUDOU'),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', 1, '四葉作業所', '1390001004', 'TANKI'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 1, '大地作業所', '1390001202', 'NYUSHO_IRYO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, '清流ホーム', '1390001210', 'JUHO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 3, '大地作業所', '1390999995', 'NYUSHO_IRYO'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1, '白樺作業所', '1390001608', 'JIHATSU_KYOTAKU'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 2, '星空ホーム', '1390001616', 'NYUSHO_IRYO'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 3, '海風作業所', '1390001624', 'SYUKEI_B'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 4, '笑顔ホーム', '1390001632', 'JIKATSU'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 5, '青空作業所', '1390001640', 'JIHATSU_CENTER_IRYO'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 6, '日向ホーム', '1390001657', 'SYUKEI_B'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 7, '若葉作業所', '1390001665', 'SYURO_SENTAKU'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 8, '希望ホーム', '1390001673', 'SYURO_IKOU'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 9, '虹色作業所', '1390001681', 'SHOGAIJI_SODAN'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 10, '四葉ホーム', '1390001699', 'RYOYO'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 11, '大地作業所', '1390001707', 'SHISETSU_NYUSHO'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 1, '星空作業所', '1390001806', 'SHISETSU_NYUSHO'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 2, '海風ホーム', '1390001814', 'SYUKEI_A'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 3, '笑顔作業所', '1390001822', 'KEIKAKU_SOUDAN'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 4, '青空ホーム', '1390001830', 'SYURO_SENTAKU'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 5, '日向作業所', '1390001848', 'SYURO_IKOU_YOUSEI'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 6, '若葉ホーム', '1390001855', 'OTHER'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 1, '笑顔作業所', '1390002200', 'JIKATSU'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 2, '青空ホーム', '1390002218', 'TEITYAKU'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 3, '日向作業所', '1390002226', 'SHOGAIJI_SODAN'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 4, '若葉ホーム', '1390002234', 'JIHATSU'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 5, '希望作業所', '1390002242', 'TANKI'),
  ('app-5e9eee933e44ed0284a70248fc76f206', 6, '虹色ホーム', '1390002259', 'HOME_HELP'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 1, '日向作業所', '1390002606', 'JIHATSU'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 2, '若葉ホーム', '1390002614', 'JIHATSU'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 3, '希望作業所', '1390002622', 'KYODO'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 4, '虹色ホーム', '1390002630', 'SYURO_IKOU'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 5, '四葉作業所', '1390002648', 'KYODO'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 6, '大地ホーム', '1390002655', 'KEIKAKU_SOUDAN'),
  ('app-e3863162388486bffcaaece281327f81', 1, '若葉作業所', '1390002804', 'SHISETSU_NYUSHO'),
  ('app-e3863162388486bffcaaece281327f81', 2, '希望ホーム', '1390002812', 'JIKATSU'),
  ('app-e3863162388486bffcaaece281327f81', 3, '虹色作業所', '1390002820', 'JIHATSU_KYOTAKU'),
  ('app-e3863162388486bffcaaece281327f81', 4, '四葉ホーム', '1390002838', 'TEITYAKU'),
  ('app-e3863162388486bffcaaece281327f81', 5, '大地作業所', '1390002846', 'DOUKOU'),
  ('app-e3863162388486bffcaaece281327f81', 6, '清流ホーム', '1390002853', 'HOME_HELP'),
  ('app-e3863162388486bffcaaece281327f81', 7, '白樺作業所', '1390002861', 'SEIKATSU_KAIGO'),
  ('app-e3863162388486bffcaaece281327f81', 8, '星空ホーム', '1390002879', 'SEIKATSU_KUNREN'),
  ('app-e3863162388486bffcaaece281327f81', 9, '海風作業所', '1390002887', 'NICCHU'),
  ('app-e3863162388486bffcaaece281327f81', 10, '笑顔ホーム', '1390002895', 'RYOYO'),
  ('app-e3863162388486bffcaaece281327f81', 11, '青空作業所', '1390002903', 'RYOYO'),
  ('app-e3863162388486bffcaaece281327f81', 12, '日向ホーム', '1390002911', 'KYODO'),
  ('app-822c29fee1f7e426c461708c754d757b', 1, '希望作業所', '1390003000', 'SYURO_IKOU'),
  ('app-a5ba2a698c0238dae421209aba008b50', 1, '四葉作業所', '1390003406', 'JUDO_HOUKATSU'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 1, '大地作業所', '1390003604', 'NYUSHO'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 2, '清流ホーム', '1390003612', 'SYURO_IKOU'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 3, '白樺作業所', '1390003620', 'HOME_HELP'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 4, '星空ホーム', '1390003638', 'RYOYO'),
  ('app-86bcc91076595732db93dc79e3eff9e1', 5, '海風作業所', '1390003646', 'RYOYO'),
  ('req-2trjtfbkmibkylqx6bfprrnvna', 1, '清流作業所', '1390003802', 'SYURO_IKOU'),
  ('app-298310ef1c660d9027d181ec74dfdfd0', 1, '白樺作業所', '1390004008', 'SEIKATSU_KAIGO'),
  ('app-298310ef1c660d9027d181ec74dfdfd0', 2, '星空ホーム', '1390004016', 'TANKI'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 1, '星空作業所', '1390004206', 'JIHATSU_KYOTAKU'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 2, '海風ホーム', '1390004214', 'SYURO_IKOU_YOUSEI'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 3, '笑顔作業所', '1390004222', 'TIKI_TEITYAKU'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 4, '青空ホーム', '1390004230', 'RYOYO'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 5, '日向作業所', '1390004248', 'NICCHU'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 6, '若葉ホーム', '1390004255', 'SYURO_IKOU'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 7, '希望作業所', '1390004263', 'NYUSHO'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 8, '虹色ホーム', '1390004271', 'NYUSHO_IRYO'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 9, '四葉作業所', '1390004289', 'SEIKATSU_KAIGO'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 10, '大地ホーム', '1390004297', 'SYUKEI_B'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 11, '清流作業所', '1390004305', 'TIKI_IKOU'),
  ('app-805b7c4dca250e97243650c72d5691ac', 1, '海風作業所', '1390004404', 'JUDO_HOUKATSU'),
  ('app-805b7c4dca250e97243650c72d5691ac', 2, '笑顔ホーム', '1390004412', 'SYURO_IKOU_YOUSEI'),
  ('app-805b7c4dca250e97243650c72d5691ac', 3, '青空作業所', '1390004420', 'NICCHU'),
  ('app-805b7c4dca250e97243650c72d5691ac', 4, '日向ホーム', '1390004438', 'SYUKEI_A'),
  ('app-805b7c4dca250e97243650c72d5691ac', 5, '若葉作業所', '1390004446', 'SHOGAIJI_SODAN'),
  ('app-805b7c4dca250e97243650c72d5691ac', 6, '希望ホーム', '1390004453', 'SHISETSU_NYUSHO'),
  ('app-805b7c4dca250e97243650c72d5691ac', 7, '虹色作業所', '1390004461', 'JUDO_HOUKATSU'),
  ('app-805b7c4dca250e97243650c72d5691ac', 8, '四葉ホーム', '1390004479', 'NYUSHO_IRYO'),
  ('app-9be8c4e18c5d5386c87e31edbbb9ab05', 1, '笑顔作業所', '1390004602', 'TIKI_IKOU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 1, '青空作業所', '1390004800', 'TIKI_IKOU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 2, '日向ホーム', '1390004818', 'TIKI_IKOU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 3, '若葉作業所', '1390004826', 'JUDO_HOUKATSU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 4, '希望ホーム', '1390004834', 'HOME_HELP'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 5, '虹色作業所', '1390004842', 'JUHO'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 6, '四葉ホーム', '1390004859', 'JIHATSU_CENTER_IRYO'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 7, '大地作業所', '1390004867', 'TIKI_TEITYAKU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 8, '清流ホーム', '1390004875', 'SYUKEI_A'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 9, '白樺作業所', '1390004883', 'TIKI_TEITYAKU'),
  ('app-04e406dfe48e2a662add1514ecef92b6', 10, '星空ホーム', '1390004891', 'SYUKEI_A'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 1, '日向作業所', '1390005005', 'JIHATSU_KYOTAKU'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 2, '若葉ホーム', '1390005013', 'HOHO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 3, '希望作業所', '1390005021', 'SHISETSU_NYUSHO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 4, '虹色ホーム', '1390005039', 'KYODO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 5, '四葉作業所', '1390005047', 'SHISETSU_NYUSHO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 6, '大地ホーム', '1390005054', 'HOHO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 7, '清流作業所', '1390005062', 'JUHO'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 8, '白樺ホーム', '1390005070', 'JIKATSU'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 9, '星空作業所', '1390005088', 'SYUKEI_B'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 1, '若葉作業所', '1390005203', 'JIKATSU'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 2, '希望ホーム', '1390005211', 'HOME_HELP'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 3, '虹色作業所', '1390005229', 'SEIKATSU_KAIGO'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 4, '四葉ホーム', '1390005237', 'HOME_HELP'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 5, '大地作業所', '1390005245', 'KINOU_KUNREN'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 1, '希望作業所', '1390005401', 'NYUSHO_IRYO'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 2, '虹色ホーム', '1390005419', 'SHOGAIJI_SODAN'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 3, '四葉作業所', '1390005427', 'TANKI'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 4, '大地ホーム', '1390005435', 'KEIKAKU_SOUDAN'),
  ('app-987804b139d50cefafc929669d61aee8', 1, '虹色作業所', '1390005609', 'JUDO_HOUKATSU'),
  ('app-4d394adc02fc3e5c0c059b37879e09c6', 1, '四葉作業所', '1390005807', 'TIKI_IKOU'),
  ('app-b34e364ee1910ed015bcc75311d381c9', 1, '清流作業所', '1390006201', 'JIHATSU_KYOTAKU'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', 1, '白樺作業所', '1390006409', 'IDO'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', 2, '星空ホーム', '1390006417', 'RYOYO'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', 3, '海風作業所', '1390006425', 'KOUDOU'),
  ('req-dlzvnucusg2ca4xm4mfryj6mth', 1, '星空作業所', '1390006607', 'JIHATSU'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 1, '海風作業所', '1390006805', 'TANKI'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 2, '笑顔ホーム', '1390006813', 'KEIKAKU_SOUDAN'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 3, '青空作業所', '1390006821', 'SYUKEI_B'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 4, '日向ホーム', '1390006839', 'TEITYAKU'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 5, '若葉作業所', '1390006847', 'JIHATSU'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 6, '希望ホーム', '1390006854', 'NYUSHO'),
  ('req-mw7lipnr4ag734iopdknojcdeb', 7, '虹色作業所', '1390006862', 'IDO'),
  ('app-352465695f6622c196ff694a5658f6a8', 1, '青空作業所', '1390007209', 'TIKI_IKOU'),
  ('app-352465695f6622c196ff694a5658f6a8', 2, '日向ホーム', '1390007217', 'HOME_HELP'),
  ('app-352465695f6622c196ff694a5658f6a8', 3, '若葉作業所', '1390007225', 'RYOYO'),
  ('app-352465695f6622c196ff694a5658f6a8', 4, '希望ホーム', '1390007233', 'KOUDOU'),
  ('app-352465695f6622c196ff694a5658f6a8', 5, '虹色作業所', '1390007241', 'TEITYAKU'),
  ('app-352465695f6622c196ff694a5658f6a8', 6, '四葉ホーム', '1390007258', 'NYUSHO'),
  ('app-352465695f6622c196ff694a5658f6a8', 7, '大地作業所', '1390007266', 'JIKATSU'),
  ('app-352465695f6622c196ff694a5658f6a8', 8, '清流ホーム', '1390007274', 'SYUKUHAKU_JIRITSU_KUNREN'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 1, '日向作業所', '1390007407', 'JUHO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 2, '若葉ホーム', '1390007415', 'HOKAGO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 3, '希望作業所', '1390007423', 'IDO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 4, '虹色ホーム', '1390007431', 'KYODO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 5, '四葉作業所', '1390007449', 'JIHATSU_KYOTAKU'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 6, '大地ホーム', '1390007456', 'IDO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 7, '清流作業所', '1390007464', 'HOKAGO'),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 8, '白樺ホーム', '1390007472', 'NYUSHO_IRYO'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1, '若葉作業所', '1390007605', 'SHISETSU_NYUSHO');
insert into flags (application, flag, detail, at) values
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 'from_trial', 'D642-GCMY', 1787982280988),
  ('app-822c29fee1f7e426c461708c754d757b', 'from_trial', '4YGF-29WK', 1791528730722),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 'from_trial', 'FJRR-R8C2', 1793936291108),
  ('app-b34e364ee1910ed015bcc75311d381c9', 'from_trial', '7PGW-K3PG', 1794544767710),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 'from_trial', '64X4-35WY', 1795489492435);
insert into outbox (id, application, kind, recipient, mailbox, destination, source, state, attempts, unknown_answers, backoff_ms, next_at, last_error, created_at, sent_at) values
  ('01a21df2-38d1-7142-905a-a4f5d302becc', 'app-567b1dc7b03b2abb07924f8233c7d257', 'mail_applicant', 'desk0@demo0.example.jp', 'desk0@demo0.example.jp', 'demo0.example.jp', '2b4f', 'sent', 1, 0, 0, 1785631957989, null, 1785631897989, 1785631899989),
  ('01a21df2-38d1-73f1-ad89-4e8ac5080efb', 'app-567b1dc7b03b2abb07924f8233c7d257', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1785631957989, null, 1785631897989, 1785631899989),
  ('01a21df2-395e-755c-a56e-b0d82ada9a29', 'app-c77ad72786eba9b740255487ecca88e9', 'mail_applicant', 'desk1@demo1.example.jp', 'desk1@demo1.example.jp', 'demo1.example.jp', 'd592', 'sent', 1, 0, 0, 1787566280662, null, 1787566220662, 1787566222662),
  ('01a21df2-395e-7a55-82b2-d333bcd6ec7a', 'app-c77ad72786eba9b740255487ecca88e9', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1787566280662, null, 1787566220662, 1787566222662),
  ('01a21df2-397d-7f0f-94af-9c473185ec64', 'app-cc2ff822511015204da42d0a018a0b39', 'mail_applicant', 'desk2@demo2.example.jp', 'desk2@demo2.example.jp', 'demo2.example.jp', '1c02', 'sent', 1, 0, 0, 1787730968206, null, 1787730908206, 1787730910206),
  ('01a21df2-397d-7ab4-a036-15d4073629e8', 'app-cc2ff822511015204da42d0a018a0b39', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1787730968206, null, 1787730908206, 1787730910206),
  ('01a21df2-398e-7b4e-9e08-eeaa3b3b3a94', 'app-9a72aa260cd4879ec1c2cc75e3d9b17e', 'mail_applicant', 'desk1@demo1.example.jp', 'desk1@demo1.example.jp', 'demo1.example.jp', '974b', 'sent', 1, 0, 0, 1787982340988, null, 1787982280988, 1787982282988),
  ('01a21df2-398e-7750-a0f9-ffd3e63e5f3a', 'app-9a72aa260cd4879ec1c2cc75e3d9b17e', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1787982340988, null, 1787982280988, 1787982282988),
  ('01a21df2-39b0-7076-b2be-d052b1490ea1', 'app-0cc6f7781607c7c0cc0e292d67718418', 'mail_applicant', 'desk4@demo4.example.jp', 'desk4@demo4.example.jp', 'demo4.example.jp', '6b12', 'sent', 1, 0, 0, 1788424263956, null, 1788424203956, 1788424205956),
  ('01a21df2-39b0-7a01-87e1-249d7e0b21ed', 'app-0cc6f7781607c7c0cc0e292d67718418', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1788424263956, null, 1788424203956, 1788424205956),
  ('01a21df2-39e4-7709-b9b0-59b0be2ec77c', 'app-0cc6f7781607c7c0cc0e292d67718418', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1788425103956, null, 1788425043956, 1788425045956),
  ('01a21df2-39fb-70c2-82dd-f5daf2ead1e6', 'app-0cc6f7781607c7c0cc0e292d67718418', 'mail_status', 'desk4@demo4.example.jp', 'desk4@demo4.example.jp', 'demo4.example.jp', '5PXJ-82H4', 'sent', 1, 0, 0, 1788473008300, null, 1788472948300, 1788472950300),
  ('01a21df2-3a09-7144-9d8a-cc3886a09310', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'mail_applicant', 'desk5@demo5.example.jp', 'desk5@demo5.example.jp', 'demo5.example.jp', 'd74f', 'sent', 1, 0, 0, 1788581369815, null, 1788581309815, 1788581311815),
  ('01a21df2-3a09-7fa4-9137-dd16aa37be15', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1788581369815, null, 1788581309815, 1788581311815),
  ('01a21df2-3a19-7590-95d0-3f78da701667', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'mail_status', 'desk5@demo5.example.jp', 'desk5@demo5.example.jp', 'demo5.example.jp', '3M7M-VD83', 'sent', 1, 0, 0, 1788599955149, null, 1788599895149, 1788599897149),
  ('01a21df2-3a22-7e6f-9ae3-81453b2c5412', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1788600795556, null, 1788600735556, 1788600737556),
  ('01a21df2-3a37-7a73-8260-dbde41f46846', 'app-209fb2c67ce74480d8b9955b392c5c56', 'mail_applicant', 'desk6@demo6.example.jp', 'desk6@demo6.example.jp', 'demo6.example.jp', '10d3', 'sent', 1, 0, 0, 1789023093261, null, 1789023033261, 1789023035261),
  ('01a21df2-3a37-7380-8d3c-4c2b74050ede', 'app-209fb2c67ce74480d8b9955b392c5c56', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1789023093261, null, 1789023033261, 1789023035261),
  ('01a21df2-3a46-73e4-bdb3-5c3a6569ae14', 'app-209fb2c67ce74480d8b9955b392c5c56', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1789023933261, null, 1789023873261, 1789023875261),
  ('01a21df2-3a4e-74c4-832c-31aad2de74c5', 'app-209fb2c67ce74480d8b9955b392c5c56', 'mail_status', 'desk6@demo6.example.jp', 'desk6@demo6.example.jp', 'demo6.example.jp', 'P4DB-DVM6', 'sent', 1, 0, 0, 1789029970679, null, 1789029910679, 1789029912679),
  ('01a21df2-3a5b-7de5-b4ca-e9301b95afb2', 'req-yteakc7xmxy3lw6jh4ogonm2fe', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1789958143986, null, 1789958083986, 1789958085986),
  ('01a21df2-3a69-7c41-858d-38b4f8e16376', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'mail_applicant', 'desk8@demo8.example.jp', 'desk8@demo8.example.jp', 'demo8.example.jp', '17c2', 'sent', 1, 0, 0, 1790225529109, null, 1790225469109, 1790225471109),
  ('01a21df2-3a69-7c04-a656-580c28465744', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790225529109, null, 1790225469109, 1790225471109),
  ('01a21df2-3a70-7ab3-8e90-3ddccf51430b', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'mail_status', 'desk8@demo8.example.jp', 'desk8@demo8.example.jp', 'demo8.example.jp', '9M63-VWQ9', 'sent', 1, 0, 0, 1790253934928, null, 1790253874928, 1790253876928),
  ('01a21df2-3a78-7d50-8259-5d181bbf3820', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790322102887, null, 1790322042887, 1790322044887),
  ('01a21df2-3a87-71d1-96d5-fc4b7ed3819d', 'app-b45cb0a9b015e019d5a9bf51a3ce6f36', 'mail_applicant', 'desk9@demo9.example.jp', 'desk9@demo9.example.jp', 'demo9.example.jp', '3773', 'sent', 1, 0, 0, 1790656155712, null, 1790656095712, 1790656097712),
  ('01a21df2-3a87-7e5d-a6ab-802b6789421c', 'app-b45cb0a9b015e019d5a9bf51a3ce6f36', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790656155712, null, 1790656095712, 1790656097712),
  ('01a21df2-3aa2-7187-8509-3ff2d068299c', 'req-i2eobiw5ldhw3q3ge6pyftyctg', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790743001400, null, 1790742941400, 1790742943400),
  ('01a21df2-3b55-7e43-9350-15d594e1c8e5', 'app-5e9eee933e44ed0284a70248fc76f206', 'mail_applicant', 'desk11@demo11.example.jp', 'desk11@demo11.example.jp', 'demo11.example.jp', '1c36', 'sent', 1, 0, 0, 1790816646511, null, 1790816586511, 1790816588511),
  ('01a21df2-3b55-76db-8c9c-6f338bb5baa0', 'app-5e9eee933e44ed0284a70248fc76f206', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790816646511, null, 1790816586511, 1790816588511),
  ('01a21df2-3b5f-7181-a221-7ade8048aeb1', 'req-qfogmihasgcfw4k53nyxfxw3cd', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1790834970731, null, 1790834910731, 1790834912731),
  ('01a21df2-3b84-718d-b247-aaca40e46c96', 'app-e560ce0eae6c84fd4fe13bb75ec40a4f', 'mail_applicant', 'desk13@demo13.example.jp', 'desk13@demo13.example.jp', 'demo13.example.jp', '2927', 'sent', 1, 0, 0, 1791437259083, null, 1791437199083, 1791437201083),
  ('01a21df2-3b84-7340-a04c-9c4405952e80', 'app-e560ce0eae6c84fd4fe13bb75ec40a4f', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1791437259083, null, 1791437199083, 1791437201083),
  ('01a21df2-3ba9-715c-b707-b15ce74250a7', 'app-e3863162388486bffcaaece281327f81', 'mail_applicant', 'desk14@demo14.example.jp', 'desk14@demo14.example.jp', 'demo14.example.jp', '0579', 'sent', 1, 0, 0, 1791518165491, null, 1791518105491, 1791518107491),
  ('01a21df2-3ba9-7387-9bf4-9ae5c96fdd09', 'app-e3863162388486bffcaaece281327f81', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1791518165491, null, 1791518105491, 1791518107491),
  ('01a21df2-3bb4-7fc9-9f91-d7f40d34d235', 'app-822c29fee1f7e426c461708c754d757b', 'mail_applicant', 'desk9@demo9.example.jp', 'desk9@demo9.example.jp', 'demo9.example.jp', 'c62f', 'sent', 1, 0, 0, 1791528790722, null, 1791528730722, 1791528732722),
  ('01a21df2-3bb4-7ea1-9423-011f93368ff5', 'app-822c29fee1f7e426c461708c754d757b', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1791528790722, null, 1791528730722, 1791528732722),
  ('01a21df2-3bdb-75c5-b227-0e3335205cff', 'req-ky2xhwfpmlqdzej47ui6xmfdyc', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792046348661, null, 1792046288661, 1792046290661),
  ('01a21df2-3bee-7a14-a06a-3005c1cd361c', 'app-a5ba2a698c0238dae421209aba008b50', 'mail_applicant', 'desk17@demo17.example.jp', 'desk17@demo17.example.jp', 'demo17.example.jp', 'b18f', 'sent', 1, 0, 0, 1792056490174, null, 1792056430174, 1792056432174),
  ('01a21df2-3bee-7a3d-a2b4-9dd0aafee112', 'app-a5ba2a698c0238dae421209aba008b50', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792056490174, null, 1792056430174, 1792056432174),
  ('01a21df2-3c1f-76b4-b918-c98eb979c323', 'app-86bcc91076595732db93dc79e3eff9e1', 'mail_applicant', 'desk18@demo18.example.jp', 'desk18@demo18.example.jp', 'demo18.example.jp', 'e4c1', 'sent', 1, 0, 0, 1792295375370, null, 1792295315370, 1792295317370),
  ('01a21df2-3c1f-7ff5-a4d4-f06a3b21d6cc', 'app-86bcc91076595732db93dc79e3eff9e1', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792295375370, null, 1792295315370, 1792295317370),
  ('01a21df2-3c2e-7b8e-8f82-d393790c3e57', 'req-2trjtfbkmibkylqx6bfprrnvna', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792387642564, null, 1792387582564, 1792387584564),
  ('01a21df2-3c51-7aab-be05-91c9c242424a', 'app-298310ef1c660d9027d181ec74dfdfd0', 'mail_applicant', 'desk20@demo20.example.jp', 'desk20@demo20.example.jp', 'demo20.example.jp', '2316', 'sent', 1, 0, 0, 1792901566114, null, 1792901506114, 1792901508114),
  ('01a21df2-3c51-78a0-99c5-fa58d07f03c5', 'app-298310ef1c660d9027d181ec74dfdfd0', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792901566114, null, 1792901506114, 1792901508114),
  ('01a21df2-3c69-75d0-a7d4-8e4f52ee16fb', 'app-449d03128d8fe31200c1e75c2dc61f89', 'mail_applicant', 'desk21@demo21.example.jp', 'desk21@demo21.example.jp', 'demo21.example.jp', '64e6', 'sent', 1, 0, 0, 1792972154047, null, 1792972094047, 1792972096047),
  ('01a21df2-3c69-79c9-82a2-73e3149b44bb', 'app-449d03128d8fe31200c1e75c2dc61f89', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1792972154047, null, 1792972094047, 1792972096047),
  ('01a21df2-3c94-7170-9e11-c097fc3e3dbb', 'app-805b7c4dca250e97243650c72d5691ac', 'mail_applicant', 'desk22@demo22.example.jp', 'desk22@demo22.example.jp', 'demo22.example.jp', '9c73', 'sent', 1, 0, 0, 1793084961427, null, 1793084901427, 1793084903427),
  ('01a21df2-3c94-7de7-a2b4-90c9abdca980', 'app-805b7c4dca250e97243650c72d5691ac', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793084961427, null, 1793084901427, 1793084903427),
  ('01a21df2-3cb3-7304-8339-8533b432d7e9', 'app-9be8c4e18c5d5386c87e31edbbb9ab05', 'mail_applicant', 'desk23@demo23.example.jp', 'desk23@demo23.example.jp', 'demo23.example.jp', 'eec5', 'sent', 1, 0, 0, 1793665238258, null, 1793665178258, 1793665180258),
  ('01a21df2-3cb3-7db0-a7b1-d166286848c4', 'app-9be8c4e18c5d5386c87e31edbbb9ab05', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793665238258, null, 1793665178258, 1793665180258),
  ('01a21df2-3ccf-7b06-b79e-d4dff8119700', 'app-04e406dfe48e2a662add1514ecef92b6', 'mail_applicant', 'desk24@demo24.example.jp', 'desk24@demo24.example.jp', 'demo24.example.jp', '8187', 'sent', 1, 0, 0, 1793769374646, null, 1793769314646, 1793769316646),
  ('01a21df2-3ccf-7ef0-95b5-ecaacac10244', 'app-04e406dfe48e2a662add1514ecef92b6', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793769374646, null, 1793769314646, 1793769316646),
  ('01a21df2-3cf2-7d68-b366-5e60cccdf5f7', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'mail_applicant', 'desk14@demo14.example.jp', 'desk14@demo14.example.jp', 'demo14.example.jp', '5302', 'sent', 1, 0, 0, 1793936351108, null, 1793936291108, 1793936293108),
  ('01a21df2-3cf2-7be3-a294-ed2ed7263d80', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793936351108, null, 1793936291108, 1793936293108),
  ('01a21df2-3d16-74a7-a3b6-cb88ebf8f48a', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'mail_status', 'desk14@demo14.example.jp', 'desk14@demo14.example.jp', 'demo14.example.jp', '5GJY-XXK6', 'sent', 1, 0, 0, 1793940307939, null, 1793940247939, 1793940249939),
  ('01a21df2-3d26-71a5-9247-7d396c95eeb4', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793950191950, null, 1793950131950, 1793950133950),
  ('01a21df2-3d48-7955-aaa9-5fe0fe4be5c1', 'app-5880b08134c66cf06eb93ac2620a2f61', 'mail_applicant', 'desk26@demo26.example.jp', 'desk26@demo26.example.jp', 'demo26.example.jp', '1daf', 'sent', 1, 0, 0, 1793950245905, null, 1793950185905, 1793950187905),
  ('01a21df2-3d48-7a14-9313-2aabe097f352', 'app-5880b08134c66cf06eb93ac2620a2f61', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793950245905, null, 1793950185905, 1793950187905),
  ('01a21df2-3d67-7c88-85f8-3e3ca03e07ce', 'app-0310525b70cbdc82c730f37f7f7bf7f8', 'mail_applicant', 'desk27@demo27.example.jp', 'desk27@demo27.example.jp', 'demo27.example.jp', 'a192', 'sent', 1, 0, 0, 1793954186437, null, 1793954126437, 1793954128437),
  ('01a21df2-3d67-763c-a2c9-9eddfa9cd519', 'app-0310525b70cbdc82c730f37f7f7bf7f8', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1793954186437, null, 1793954126437, 1793954128437),
  ('01a21df2-3da3-7fe0-bb76-db967322a741', 'app-987804b139d50cefafc929669d61aee8', 'mail_applicant', 'desk28@demo28.example.jp', 'desk28@demo28.example.jp', 'demo28.example.jp', '191d', 'sent', 1, 0, 0, 1794204329402, null, 1794204269402, 1794204271402),
  ('01a21df2-3da3-73f6-9b2c-5722a4584de6', 'app-987804b139d50cefafc929669d61aee8', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794204329402, null, 1794204269402, 1794204271402),
  ('01a21df2-3dd5-79fe-9cf0-a81594f8cf58', 'app-4d394adc02fc3e5c0c059b37879e09c6', 'mail_applicant', 'desk29@demo29.example.jp', 'desk29@demo29.example.jp', 'demo29.example.jp', 'e8d4', 'sent', 1, 0, 0, 1794365470906, null, 1794365410906, 1794365412906),
  ('01a21df2-3dd5-783c-853c-4ac73c84075c', 'app-4d394adc02fc3e5c0c059b37879e09c6', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794365470906, null, 1794365410906, 1794365412906),
  ('01a21df2-3de9-7a1f-9d87-91259c2d74df', 'req-hvkx57jwwkxlz3o2vb6mrw6pgc', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794389814000, null, 1794389754000, 1794389756000),
  ('01a21df2-3e11-7741-b074-ede1bee87f8c', 'app-b34e364ee1910ed015bcc75311d381c9', 'mail_applicant', 'desk17@demo17.example.jp', 'desk17@demo17.example.jp', 'demo17.example.jp', '9d5b', 'sent', 1, 0, 0, 1794544827710, null, 1794544767710, 1794544769710),
  ('01a21df2-3e11-7aa0-88b3-e8984e2a2994', 'app-b34e364ee1910ed015bcc75311d381c9', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794544827710, null, 1794544767710, 1794544769710),
  ('01a21df2-3e36-7961-9077-789a736baaa9', 'app-e0f41965b026f2e4c08dbdf72d417b59', 'mail_applicant', 'desk32@demo32.example.jp', 'desk32@demo32.example.jp', 'demo32.example.jp', 'b310', 'sent', 1, 0, 0, 1794710901054, null, 1794710841054, 1794710843054),
  ('01a21df2-3e36-7809-acc3-dd9e21e0ba50', 'app-e0f41965b026f2e4c08dbdf72d417b59', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794710901054, null, 1794710841054, 1794710843054),
  ('01a21df2-3e4a-7579-a5f3-020fe5ad5b12', 'req-dlzvnucusg2ca4xm4mfryj6mth', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1794982312811, null, 1794982252811, 1794982254811),
  ('01a21df2-3e68-729c-8f07-27ee43a89b23', 'req-mw7lipnr4ag734iopdknojcdeb', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795221287113, null, 1795221227113, 1795221229113),
  ('01a21df2-3e71-7e55-8e43-ddb00ab85f8c', 'req-staxpnxm3gcfq2pbk4kmnndycb', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795230973878, null, 1795230913878, 1795230915878),
  ('01a21df2-3e7b-72fc-883d-42b97a0b85e1', 'app-352465695f6622c196ff694a5658f6a8', 'mail_applicant', 'desk36@demo36.example.jp', 'desk36@demo36.example.jp', 'demo36.example.jp', '554e', 'failed', 1, 0, 0, 9007199254740991, '550 5.1.1 User unknown', 1795232680232, null),
  ('01a21df2-3e7b-7ba5-8a7f-6a77c95430e7', 'app-352465695f6622c196ff694a5658f6a8', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795232740232, null, 1795232680232, 1795232682232),
  ('01a21df2-3e8c-77c7-8541-dcb721674d7e', 'app-0d68bea0cd11aa3a2bfd65472beebda6', 'mail_applicant', 'desk37@demo0.example.jp', 'desk37@demo0.example.jp', 'demo0.example.jp', '4921', 'sent', 1, 0, 0, 1795242820745, null, 1795242760745, 1795242762745),
  ('01a21df2-3e8c-7940-a503-9f15b3f8149d', 'app-0d68bea0cd11aa3a2bfd65472beebda6', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795242820745, null, 1795242760745, 1795242762745),
  ('01a21df2-3ea2-7a6b-a53b-ee6de536ce9a', 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 'mail_applicant', 'desk18@demo18.example.jp', 'desk18@demo18.example.jp', 'demo18.example.jp', '54d5', 'sent', 1, 0, 0, 1795489552435, null, 1795489492435, 1795489494435),
  ('01a21df2-3ea2-7a88-a2af-7da11aeff4d3', 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795489552435, null, 1795489492435, 1795489494435),
  ('01a21df2-3eb8-7f1d-8090-75f2fb0ee3ba', 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 'mail_staff_news', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795491592435, null, 1795491532435, 1795491534435),
  ('01a21df2-3ec4-793e-868f-a437e7b81a63', 'req-yabuo5irlkbeobuz6jdxgsmubf', 'mail_staff', 'staff@demo.example.jp', 'staff@demo.example.jp', 'demo.example.jp', '', 'sent', 1, 0, 0, 1795677685470, null, 1795677625470, 1795677627470);
insert into status_links (application, tried_in, wrong_in_hour, wrong) values
  ('app-0cc6f7781607c7c0cc0e292d67718418', 496784, 0, 0),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', 496833, 0, 0),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 496951, 0, 0),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 497311, 0, 0),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 498319, 0, 0),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 498747, 0, 0);
insert into messages (id, application, kind, at, who, text, question, day, settled_at, settled_by) values
  ('01a21df2-3a17-7f35-9b10-0358eb171847', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'question', 1788599895149, '高橋 陽子', '事業所番号は、指定通知書のとおり10桁で間違いありませんか。', null, null, 1788600735556, '申込者'),
  ('01a21df2-3a21-72c8-aa06-d7ade56257a9', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 'answer', 1788600735556, '', 'はい、間違いありません。', '01a21df2-3a17-7f35-9b10-0358eb171847', null, 1788600735556, '高橋 陽子'),
  ('01a21df2-3a70-7fc6-8762-0cdde2777916', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'question', 1790253874928, '佐藤 美咲', '事業所番号は、指定通知書のとおり10桁で間違いありませんか。', null, null, 1790322042887, '申込者'),
  ('01a21df2-3a78-78aa-b46e-d9e6946f118e', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 'answer', 1790322042887, '', 'はい、間違いありません。', '01a21df2-3a70-7fc6-8762-0cdde2777916', null, 1790322042887, '佐藤 美咲'),
  ('01a21df2-3d12-7006-89f4-31acda64505f', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'question', 1793940247939, '鈴木 健太', '事業所番号は、指定通知書のとおり10桁で間違いありませんか。', null, null, 1793950131950, '申込者'),
  ('01a21df2-3d26-7e85-b01c-db8582568bd0', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 'answer', 1793950131950, '', 'はい、間違いありません。', '01a21df2-3d12-7006-89f4-31acda64505f', null, 1793950131950, '鈴木 健太');
insert into revisions (application, number, state, base, at, day, decided_at, decided_by, reason, terms_version, button, consent_price, agreed_price, price_list, company_name, zipcode, address, tel, email, person, chance, other_facility, nowsoft, nowsoftname, lead_id, contact_id, service, utm_source, lp_category, content, utm_campaign, utm_term) values
  ('app-0cc6f7781607c7c0cc0e292d67718418', 1, 'first', 0, 1788424203956, null, null, null, '', '2022-04-01', '規約に同意して登録する', '9,980', 9980, 'contract-1', '社会福祉法人森丘青空会', '1000001', '東京都千代田区千代田99番地', '03-0000-1004', 'desk4@demo4.example.jp', '松本 太郎', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 2, 'accepted', 1, 1788425043956, '2026-09-03', 1788472948300, '高橋 陽子', '', '2022-04-01', '新しい料金に同意して訂正を申し出る', '19,960', 19960, 'contract-1', '社会福祉法人森丘青空会', '1000001', '東京都千代田区千代田99番地', '03-0000-1004', 'desk4@demo4.example.jp', '松本 太郎', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 1, 'first', 0, 1789023033261, null, null, null, '', '2022-04-01', '利用規約とプライバシーポリシーに同意する', '21,780', 21780, 'trial-2025-02', '一般社団法人西田日向ケア', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1006', 'desk6@demo6.example.jp', '渡辺 美咲', '7', '', '1', '', '', '', '', 'newsletter', '', '', '検索広告', ''),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, 'accepted', 1, 1789023873261, '2026-09-10', 1789029910679, '鈴木 健太', '', '2022-04-01', '新しい料金の目安に同意して訂正を申し出る', '32,580', 32580, 'trial-2025-02', '一般社団法人西田日向ケア', '8120011', '福岡県福岡市博多区博多駅前99番地', '03-0000-1006', 'desk6@demo6.example.jp', '渡辺 美咲', '7', '', '1', '', '', '', '', 'newsletter', '', '', '検索広告', ''),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1, 'first', 0, 1795489492435, null, null, null, '', '2022-04-01', '規約に同意して登録する', '9,980', 9980, 'contract-1', '特定非営利活動法人林町海風サポート', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1018', 'desk18@demo18.example.jp', '井上 花子', '', '', '', '', '', '', '', '', '', '', '', ''),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 2, 'waiting', 1, 1795491532435, '2026-11-24', null, null, '', '2022-04-01', '新しい料金に同意して訂正を申し出る', '19,960', 19960, 'contract-1', '特定非営利活動法人林町海風サポート', '4600008', '愛知県名古屋市中区栄99番地', '03-0000-1018', 'desk18@demo18.example.jp', '井上 花子', '', '', '', '', '', '', '', '', '', '', '', '');
insert into revision_facilities (application, revision, no, facility_name, facility_number, service_key) values
  ('app-0cc6f7781607c7c0cc0e292d67718418', 1, 1, '虹色作業所', '1390000808', 'KOUDOU'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 2, 1, '虹色作業所', '1390000808', 'KOUDOU'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 2, 2, '虹色作業所', '1390999995', 'KOUDOU'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 1, 1, '大地作業所', '1390001202', 'NYUSHO_IRYO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 1, 2, '清流ホーム', '1390001210', 'JUHO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, 1, '大地作業所', '1390001202', 'NYUSHO_IRYO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, 2, '清流ホーム', '1390001210', 'JUHO'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 2, 3, '大地作業所', '1390999995', 'NYUSHO_IRYO'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1, 1, '若葉作業所', '1390007605', 'SHISETSU_NYUSHO'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 2, 1, '若葉作業所', '1390007605', 'SHISETSU_NYUSHO'),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 2, 2, '若葉作業所', '1390999995', 'SHISETSU_NYUSHO');
insert into history (id, application, at, who, action, detail, confirmed_by) values
  ('62290f4b-1a63-484e-be5a-eda44cef15d8', 'app-567b1dc7b03b2abb07924f8233c7d257', 1785678577873, '鈴木 健太', 'status', 'in_progress', ''),
  ('65a11be0-6e62-452f-9fa8-7b481eab1074', 'app-567b1dc7b03b2abb07924f8233c7d257', 1785691569482, '鈴木 健太', 'status', 'done', ''),
  ('9492b070-5589-489c-aa5e-256003a76883', 'app-c77ad72786eba9b740255487ecca88e9', 1787572003597, '佐藤 美咲', 'status', 'in_progress', ''),
  ('a837c9a4-8cfe-44cb-9805-5b728d7aa948', 'app-c77ad72786eba9b740255487ecca88e9', 1787578749427, '佐藤 美咲', 'status', 'done', ''),
  ('0bf44db0-824b-462f-b932-387f76a85dd5', 'app-cc2ff822511015204da42d0a018a0b39', 1787760921772, '高橋 陽子', 'status', 'in_progress', ''),
  ('d2502f8f-cbe8-4d74-a95f-2192df271e8f', 'app-9a72aa260cd4879ec1c2cc75e3d9b17e', 1787983610858, '高橋 陽子', 'status', 'in_progress', ''),
  ('8fecf549-2902-49b0-bdec-8dfd6323503f', 'app-9a72aa260cd4879ec1c2cc75e3d9b17e', 1788309896423, '高橋 陽子', 'status', 'done', ''),
  ('cbf74e06-6b93-4555-a0b5-a627edfc2ea1', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788425043956, '申込者', 'gate', '', ''),
  ('c04fe651-17e3-4d11-9c5a-47bba87031e7', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788425043956, '申込者', 'correction', '2', ''),
  ('e8a38ac4-bc10-4c53-b700-7ae30780f60f', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788472948300, '高橋 陽子', 'correction_accepted', '2', ''),
  ('d6498dd4-bf40-4406-9833-b3a024b1dd24', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788472948300, '高橋 陽子', 'notify', '', ''),
  ('d27b9fdd-4f6d-4930-a70e-899df46f7b10', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788473008300, '高橋 陽子', 'status', 'in_progress', ''),
  ('0250796a-071d-48b8-8d76-3ccf12def65e', 'app-0cc6f7781607c7c0cc0e292d67718418', 1788486924592, '高橋 陽子', 'status', 'done', ''),
  ('bb43a790-2537-4c15-a461-9daa4ba336c9', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788599835149, '高橋 陽子', 'status', 'in_progress', ''),
  ('cc31274d-3694-4352-9a72-e46ee9e1c4b1', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788599895149, '高橋 陽子', 'question', '', ''),
  ('61a02059-b538-4594-a6d1-36bbfa1bba23', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788599895149, '高橋 陽子', 'notify', '', ''),
  ('f8d4e8e1-4f57-4742-bf69-2a6b05a4501a', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788600735556, '申込者', 'gate', '', ''),
  ('b0313a8a-e6b4-4d46-a000-a4fb3e6fe00b', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788600735556, '申込者', 'message', '', ''),
  ('7829f86d-68d9-41a2-b29d-576dd129a52c', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788600735556, '高橋 陽子', 'settled', '', ''),
  ('e81f9faf-155d-462a-bf93-c0db7533dacf', 'app-aab119ac9ec9fad8426c1582ddc5a46c', 1788601635963, '高橋 陽子', 'status', 'done', ''),
  ('95add292-10fe-4218-af2b-db3b45c7604b', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789023873261, '申込者', 'gate', '', ''),
  ('eb1da0fc-1530-496a-a77a-98323fa54127', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789023873261, '申込者', 'correction', '2', ''),
  ('a48fd8c8-51c3-47fc-91a8-99607f4e699a', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789029910679, '鈴木 健太', 'correction_accepted', '2', ''),
  ('7a39f92c-3ccf-4492-a475-4c7fadee0fd8', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789029910679, '鈴木 健太', 'notify', '', ''),
  ('97e28453-6040-4e30-a6e3-9bc209ce2119', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789029970679, '鈴木 健太', 'status', 'in_progress', ''),
  ('c76abcc6-2a79-4776-8412-968b5f5e6ff7', 'app-209fb2c67ce74480d8b9955b392c5c56', 1789429658614, '鈴木 健太', 'status', 'done', ''),
  ('5456ace1-b54d-488e-bb00-3992af9eb0a9', 'req-yteakc7xmxy3lw6jh4ogonm2fe', 1789986735220, '佐藤 美咲', 'status', 'in_progress', ''),
  ('71bfb646-60d4-40cc-b884-0a424c0fbd68', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790253814928, '佐藤 美咲', 'status', 'in_progress', ''),
  ('e08a7c63-8896-4749-a796-9a5a0a79a616', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790253874928, '佐藤 美咲', 'question', '', ''),
  ('8222ff39-341c-4524-a62a-c03722a8cf82', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790253874928, '佐藤 美咲', 'notify', '', ''),
  ('ec6d889b-cb9a-4d29-90d7-5aa30ae28695', 'req-yteakc7xmxy3lw6jh4ogonm2fe', 1790260320458, '佐藤 美咲', 'status', 'rejected', ''),
  ('97d766f6-98bb-41e8-8f56-8fde1aea8db2', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790322042887, '申込者', 'gate', '', ''),
  ('8c9d61ab-fb7e-4f2e-ad0f-fd8c87e04900', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790322042887, '申込者', 'message', '', ''),
  ('8db35c11-4088-48e4-b916-86892bd06c03', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790322042887, '佐藤 美咲', 'settled', '', ''),
  ('9591a36b-b731-466c-969f-a94c76f423d0', 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', 1790390270846, '佐藤 美咲', 'status', 'done', ''),
  ('5fd636cd-850f-4b4b-adea-06334b1b635e', 'app-b45cb0a9b015e019d5a9bf51a3ce6f36', 1790657419891, '高橋 陽子', 'status', 'in_progress', ''),
  ('d12c9b91-25bf-40b9-8ff6-781766f5caaa', 'req-i2eobiw5ldhw3q3ge6pyftyctg', 1790744514898, '高橋 陽子', 'status', 'in_progress', ''),
  ('b4e77abc-b92a-4020-9389-f406668d2763', 'req-i2eobiw5ldhw3q3ge6pyftyctg', 1790779226932, '高橋 陽子', 'status', 'done', '加藤 太郎'),
  ('23ba5b1a-c532-4678-b0bc-bf2cac19097f', 'req-qfogmihasgcfw4k53nyxfxw3cd', 1790839631624, '佐藤 美咲', 'status', 'in_progress', ''),
  ('87183c77-16d0-4121-bd24-0a79ae202c36', 'app-5e9eee933e44ed0284a70248fc76f206', 1790841443440, '佐藤 美咲', 'status', 'in_progress', ''),
  ('65635a3f-b174-48f3-92bc-48d950526217', 'req-qfogmihasgcfw4k53nyxfxw3cd', 1790860601172, '佐藤 美咲', 'status', 'done', '山田 由美'),
  ('520befe7-4ac8-40eb-a7e3-6a767a24f684', 'app-b45cb0a9b015e019d5a9bf51a3ce6f36', 1790941131733, '高橋 陽子', 'status', 'done', ''),
  ('bcd657ad-6bb0-4d68-ace2-1875b0ea8c5b', 'app-5e9eee933e44ed0284a70248fc76f206', 1790992181030, '佐藤 美咲', 'status', 'done', ''),
  ('f194fd31-9d6c-4dfd-9f9a-d14c708bee34', 'app-e560ce0eae6c84fd4fe13bb75ec40a4f', 1791476564764, '鈴木 健太', 'status', 'in_progress', ''),
  ('673b16e9-5561-4757-8607-4fb9ea00100d', 'app-e3863162388486bffcaaece281327f81', 1791536018103, '高橋 陽子', 'status', 'in_progress', ''),
  ('6e80933e-9489-4645-9ee4-8ff63c5dc546', 'app-822c29fee1f7e426c461708c754d757b', 1791592050869, '高橋 陽子', 'status', 'in_progress', ''),
  ('49c574c6-78c9-4308-b664-78fd23dbd4f0', 'app-e3863162388486bffcaaece281327f81', 1791724450994, '高橋 陽子', 'status', 'done', ''),
  ('08c6d8a9-d5af-48b8-a04e-88bbe1013eeb', 'app-822c29fee1f7e426c461708c754d757b', 1791930462938, '高橋 陽子', 'status', 'done', ''),
  ('b67a37ea-e712-43d5-814c-dc27a4ffd326', 'req-ky2xhwfpmlqdzej47ui6xmfdyc', 1792056650299, '鈴木 健太', 'status', 'in_progress', ''),
  ('e620707d-a277-425a-8a1c-be43bdfb797c', 'req-ky2xhwfpmlqdzej47ui6xmfdyc', 1792091505366, '鈴木 健太', 'status', 'rejected', ''),
  ('225116c5-175f-4830-a60a-4f2510bab590', 'app-a5ba2a698c0238dae421209aba008b50', 1792163818128, '佐藤 美咲', 'status', 'in_progress', ''),
  ('7890007e-4eda-4e4e-a0c7-87ec32e295aa', 'app-a5ba2a698c0238dae421209aba008b50', 1792168047949, '佐藤 美咲', 'status', 'done', ''),
  ('dd8d15bf-3f1f-4e58-a4a0-f7ad784f8d15', 'app-86bcc91076595732db93dc79e3eff9e1', 1792389353568, '佐藤 美咲', 'status', 'in_progress', ''),
  ('6dbbe506-e354-44a1-bf91-c033faa4db60', 'req-2trjtfbkmibkylqx6bfprrnvna', 1792391510511, '鈴木 健太', 'status', 'in_progress', ''),
  ('965a71cf-9d7a-402a-a85d-2e1779d56cd7', 'app-86bcc91076595732db93dc79e3eff9e1', 1792528213976, '佐藤 美咲', 'status', 'done', ''),
  ('43e94ffd-a6f8-47cd-acdb-115d1f13be5b', 'req-2trjtfbkmibkylqx6bfprrnvna', 1792676588343, '鈴木 健太', 'status', 'done', '加藤 翔太'),
  ('771e1180-da76-488a-9336-0f66a3209172', 'app-298310ef1c660d9027d181ec74dfdfd0', 1792912478278, '鈴木 健太', 'status', 'in_progress', ''),
  ('bcde7bb3-1745-45f3-95a0-294c91e1d72c', 'app-298310ef1c660d9027d181ec74dfdfd0', 1792930377834, '鈴木 健太', 'status', 'done', ''),
  ('201b0f7c-02ee-4e55-9d1c-dab0d896cd33', 'app-449d03128d8fe31200c1e75c2dc61f89', 1793070729654, '鈴木 健太', 'status', 'in_progress', ''),
  ('ba76d8b8-ee83-4c18-9a75-cd07229e38ab', 'app-449d03128d8fe31200c1e75c2dc61f89', 1793074531300, '鈴木 健太', 'status', 'done', ''),
  ('6b19e308-ff7a-4e9e-900c-c0e24698ba54', 'app-805b7c4dca250e97243650c72d5691ac', 1793120268294, '鈴木 健太', 'status', 'in_progress', ''),
  ('dea26b4d-e00d-48d9-9601-19233c3f4d29', 'app-805b7c4dca250e97243650c72d5691ac', 1793123267599, '鈴木 健太', 'status', 'done', ''),
  ('35bb709c-7797-4236-99ae-98fefd2550ef', 'app-9be8c4e18c5d5386c87e31edbbb9ab05', 1793721446123, '佐藤 美咲', 'status', 'in_progress', ''),
  ('56a392de-6b9d-40ec-b9d3-9c83d54a0c15', 'app-04e406dfe48e2a662add1514ecef92b6', 1793787038499, '鈴木 健太', 'status', 'in_progress', ''),
  ('55cfab99-fa03-4a97-b9df-dcb10ab5aa0c', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793940187939, '鈴木 健太', 'status', 'in_progress', ''),
  ('a8d86c9a-5b60-4590-8926-17b1de169248', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793940247939, '鈴木 健太', 'question', '', ''),
  ('9e5c17ae-1fe2-4291-b09b-5d3fc1e27348', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793940247939, '鈴木 健太', 'notify', '', ''),
  ('c64b77af-cb9a-4f20-8173-f681032c4bd9', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793950131950, '申込者', 'gate', '', ''),
  ('80bd0d74-6aee-4d76-a66d-d03ef100b645', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793950131950, '申込者', 'message', '', ''),
  ('5b89294b-aca3-4b05-8af9-53cfe3c7cc2b', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793950131950, '鈴木 健太', 'settled', '', ''),
  ('b7799f51-e20e-443e-8f46-92488b67bda3', 'app-a7f6a646825ffeffc7bb34e80d8957d2', 1793960075961, '鈴木 健太', 'status', 'done', ''),
  ('8b87a7fc-80c9-4bda-aa44-b0da00b18469', 'app-04e406dfe48e2a662add1514ecef92b6', 1793960799112, '鈴木 健太', 'status', 'done', ''),
  ('40e3497a-288e-4dff-be21-fdaba39e94b9', 'app-0310525b70cbdc82c730f37f7f7bf7f8', 1793977479434, '高橋 陽子', 'status', 'in_progress', ''),
  ('09f56bf3-910b-4c3d-b465-995975ec3fe7', 'app-5880b08134c66cf06eb93ac2620a2f61', 1793980419712, '佐藤 美咲', 'status', 'in_progress', ''),
  ('510dc7b7-2bcd-4b65-88ab-6189c098873f', 'app-9be8c4e18c5d5386c87e31edbbb9ab05', 1794007942121, '佐藤 美咲', 'status', 'done', ''),
  ('1f66d4f5-070a-407f-9e3e-ea4d01f3ad99', 'app-5880b08134c66cf06eb93ac2620a2f61', 1794211125353, '佐藤 美咲', 'status', 'done', ''),
  ('05f6a924-8fb8-48a7-98b1-0a1801e4a2c7', 'app-987804b139d50cefafc929669d61aee8', 1794214528167, '鈴木 健太', 'status', 'in_progress', ''),
  ('4f4253a9-2c61-432c-83cd-7f91b16fe84e', 'app-987804b139d50cefafc929669d61aee8', 1794219787919, '鈴木 健太', 'status', 'done', ''),
  ('043b811d-1481-4e4c-ba3f-304ddbfef467', 'app-0310525b70cbdc82c730f37f7f7bf7f8', 1794380349700, '高橋 陽子', 'status', 'done', ''),
  ('b594cc85-5420-44a6-8b25-b4bd7913f023', 'req-hvkx57jwwkxlz3o2vb6mrw6pgc', 1794408884388, '佐藤 美咲', 'status', 'in_progress', ''),
  ('6cc51342-e1f1-48b5-97de-b3a7c8462198', 'app-4d394adc02fc3e5c0c059b37879e09c6', 1794466651297, '鈴木 健太', 'status', 'in_progress', ''),
  ('515e2d8d-7a55-4778-9bed-5e85784f8061', 'app-b34e364ee1910ed015bcc75311d381c9', 1794546731241, '高橋 陽子', 'status', 'in_progress', ''),
  ('91f9d2c9-3a95-4d84-8d14-3be186647330', 'app-4d394adc02fc3e5c0c059b37879e09c6', 1794637642407, '鈴木 健太', 'status', 'done', ''),
  ('0fde1e5b-5ed2-4653-8692-d4ca250d61f9', 'app-e0f41965b026f2e4c08dbdf72d417b59', 1794712293790, '高橋 陽子', 'status', 'in_progress', ''),
  ('905ef599-a393-4606-9055-97b49f9f2ff6', 'app-e0f41965b026f2e4c08dbdf72d417b59', 1794833623739, '高橋 陽子', 'status', 'done', ''),
  ('398b3233-b0f9-46de-9d71-7b10d7f3b0ea', 'app-b34e364ee1910ed015bcc75311d381c9', 1794865286354, '高橋 陽子', 'status', 'done', ''),
  ('0fe4a676-353c-40f0-a675-d7e9bb7ed017', 'req-dlzvnucusg2ca4xm4mfryj6mth', 1794983610069, '鈴木 健太', 'status', 'in_progress', ''),
  ('d1d36304-58a9-43eb-8b2b-2c6e50a03f4d', 'req-dlzvnucusg2ca4xm4mfryj6mth', 1795186707526, '鈴木 健太', 'status', 'done', '山口 大輔'),
  ('ca7ba13a-5839-4459-8cdc-9e02a60a0161', 'app-352465695f6622c196ff694a5658f6a8', 1795282814876, '佐藤 美咲', 'status', 'in_progress', ''),
  ('0edff061-ae7f-41e8-b196-0de484d358ca', 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1795491532435, '申込者', 'gate', '', ''),
  ('da326336-92a5-4669-a7be-4f59846d078f', 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1795491532435, '申込者', 'correction', '2', '');
insert into work (application, assignee, touched_at, touched_by) values
  ('app-567b1dc7b03b2abb07924f8233c7d257', '鈴木 健太', 1785691569482, '鈴木 健太'),
  ('app-c77ad72786eba9b740255487ecca88e9', '佐藤 美咲', 1787578749427, '佐藤 美咲'),
  ('app-cc2ff822511015204da42d0a018a0b39', '高橋 陽子', 1787760921772, '高橋 陽子'),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', '高橋 陽子', 1788309896423, '高橋 陽子'),
  ('app-0cc6f7781607c7c0cc0e292d67718418', '高橋 陽子', 1788486924592, '高橋 陽子'),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', '高橋 陽子', 1788601635963, '高橋 陽子'),
  ('app-209fb2c67ce74480d8b9955b392c5c56', '鈴木 健太', 1789429658614, '鈴木 健太'),
  ('req-yteakc7xmxy3lw6jh4ogonm2fe', '佐藤 美咲', 1790260320458, '佐藤 美咲'),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', '佐藤 美咲', 1790390270846, '佐藤 美咲'),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', '高橋 陽子', 1790941131733, '高橋 陽子'),
  ('req-i2eobiw5ldhw3q3ge6pyftyctg', '高橋 陽子', 1790779226932, '高橋 陽子'),
  ('req-qfogmihasgcfw4k53nyxfxw3cd', '佐藤 美咲', 1790860601172, '佐藤 美咲'),
  ('app-5e9eee933e44ed0284a70248fc76f206', '佐藤 美咲', 1790992181030, '佐藤 美咲'),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', '鈴木 健太', 1791476564764, '鈴木 健太'),
  ('app-e3863162388486bffcaaece281327f81', '高橋 陽子', 1791724450994, '高橋 陽子'),
  ('app-822c29fee1f7e426c461708c754d757b', '高橋 陽子', 1791930462938, '高橋 陽子'),
  ('req-ky2xhwfpmlqdzej47ui6xmfdyc', '鈴木 健太', 1792091505366, '鈴木 健太'),
  ('app-a5ba2a698c0238dae421209aba008b50', '佐藤 美咲', 1792168047949, '佐藤 美咲'),
  ('app-86bcc91076595732db93dc79e3eff9e1', '佐藤 美咲', 1792528213976, '佐藤 美咲'),
  ('req-2trjtfbkmibkylqx6bfprrnvna', '鈴木 健太', 1792676588343, '鈴木 健太'),
  ('app-298310ef1c660d9027d181ec74dfdfd0', '鈴木 健太', 1792930377834, '鈴木 健太'),
  ('app-449d03128d8fe31200c1e75c2dc61f89', '鈴木 健太', 1793074531300, '鈴木 健太'),
  ('app-805b7c4dca250e97243650c72d5691ac', '鈴木 健太', 1793123267599, '鈴木 健太'),
  ('app-9be8c4e18c5d5386c87e31edbbb9ab05', '佐藤 美咲', 1794007942121, '佐藤 美咲'),
  ('app-04e406dfe48e2a662add1514ecef92b6', '鈴木 健太', 1793960799112, '鈴木 健太'),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', '鈴木 健太', 1793960075961, '鈴木 健太'),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', '高橋 陽子', 1794380349700, '高橋 陽子'),
  ('app-5880b08134c66cf06eb93ac2620a2f61', '佐藤 美咲', 1794211125353, '佐藤 美咲'),
  ('app-987804b139d50cefafc929669d61aee8', '鈴木 健太', 1794219787919, '鈴木 健太'),
  ('req-hvkx57jwwkxlz3o2vb6mrw6pgc', '佐藤 美咲', 1794408884388, '佐藤 美咲'),
  ('app-4d394adc02fc3e5c0c059b37879e09c6', '鈴木 健太', 1794637642407, '鈴木 健太'),
  ('app-b34e364ee1910ed015bcc75311d381c9', '高橋 陽子', 1794865286354, '高橋 陽子'),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', '高橋 陽子', 1794833623739, '高橋 陽子'),
  ('req-dlzvnucusg2ca4xm4mfryj6mth', '鈴木 健太', 1795186707526, '鈴木 健太'),
  ('app-352465695f6622c196ff694a5658f6a8', '佐藤 美咲', 1795282814876, '佐藤 美咲');
insert into search_texts (created_at, application, text) values
  (1785631897989, 'app-567b1dc7b03b2abb07924f8233c7d257', '
cxxqtxhh
一般社団法人北山星空舎
伊藤大輔
0300001000
desk0demo0examplejp
8120011
福岡県福岡市博多区博多駅前99

青空作業所
1390000006
'),
  (1787566220662, 'app-c77ad72786eba9b740255487ecca88e9', '
d642gcmy
一般社団法人南町四葉会
加藤太郎
0300001001
desk1demo1examplejp
0600001
北海道札幌市中央区北一条西99

日向作業所
1390000204
'),
  (1787730908206, 'app-cc2ff822511015204da42d0a018a0b39', '
j4v73h2g
一般社団法人新町大地福祉会
伊藤一郎
0300001002
desk2demo2examplejp
1000001
東京都千代田区千代田99

若葉作業所
1390000402
'),
  (1787982280988, 'app-9a72aa260cd4879ec1c2cc75e3d9b17e', '
xk4qbq2p
一般社団法人南町四葉会
加藤太郎
0300001001
desk1demo1examplejp
0600001
北海道札幌市中央区北一条西99

希望作業所
1390000600
虹色ほむ
1390000618
四葉作業所
1390000626
'),
  (1788424203956, 'app-0cc6f7781607c7c0cc0e292d67718418', '
5pxj82h4
社会福祉法人森丘青空会
松本太郎
0300001004
desk4demo4examplejp
1000001
東京都千代田区千代田99

虹色作業所
1390000808
1390999995


'),
  (1788581309815, 'app-aab119ac9ec9fad8426c1582ddc5a46c', '
3m7mvd83
特定非営利活動法人下町日向の里
吉田大輔
0300001005
desk5demo5examplejp
0600001
北海道札幌市中央区北一条西99

四葉作業所
1390001004
'),
  (1789023033261, 'app-209fb2c67ce74480d8b9955b392c5c56', '
p4dbdvm6
一般社団法人西田日向けあ
渡辺美咲
0300001006
desk6demo6examplejp
8120011
福岡県福岡市博多区博多駅前99

大地作業所
1390001202
清流ほむ
1390001210
1390999995


'),
  (1789958083986, 'req-yteakc7xmxy3lw6jh4ogonm2fe', '
dnrryr7q
c20007
'),
  (1790225469109, 'app-4ae5a89b9abe9b6404ac5396cf3e8a42', '
9m63vwq9
一般社団法人新野四葉けあ
木村恵子
0300001008
desk8demo8examplejp
0600001
北海道札幌市中央区北一条西99

白樺作業所
1390001608
星空ほむ
1390001616
海風作業所
1390001624
笑顔ほむ
1390001632
青空作業所
1390001640
日向ほむ
1390001657
若葉作業所
1390001665
希望ほむ
1390001673
虹色作業所
1390001681
四葉ほむ
1390001699
大地作業所
1390001707
'),
  (1790656095712, 'app-b45cb0a9b015e019d5a9bf51a3ce6f36', '
4ygf29wk
合同会社中山青空会
伊藤直樹
0300001009
desk9demo9examplejp
1000001
東京都千代田区千代田99

星空作業所
1390001806
海風ほむ
1390001814
笑顔作業所
1390001822
青空ほむ
1390001830
日向作業所
1390001848
若葉ほむ
1390001855
'),
  (1790742941400, 'req-i2eobiw5ldhw3q3ge6pyftyctg', '
j56d4gwg
c20010

加藤太郎
'),
  (1790816586511, 'app-5e9eee933e44ed0284a70248fc76f206', '
jqh72wpb
特定非営利活動法人東野希望けあ
山田太郎
0300001011
desk11demo11examplejp
5300001
大阪府大阪市北区梅田99

笑顔作業所
1390002200
青空ほむ
1390002218
日向作業所
1390002226
若葉ほむ
1390002234
希望作業所
1390002242
虹色ほむ
1390002259
'),
  (1790834910731, 'req-qfogmihasgcfw4k53nyxfxw3cd', '
drf8yx4r
c20012

山田由美
'),
  (1791437199083, 'app-e560ce0eae6c84fd4fe13bb75ec40a4f', '
9kbm3wbw
合同会社下町四葉会
木村恵子
0300001013
desk13demo13examplejp
5300001
大阪府大阪市北区梅田99

日向作業所
1390002606
若葉ほむ
1390002614
希望作業所
1390002622
虹色ほむ
1390002630
四葉作業所
1390002648
大地ほむ
1390002655
'),
  (1791518105491, 'app-e3863162388486bffcaaece281327f81', '
fjrrr8c2
合同会社北山星空けあ
伊藤大輔
0300001014
desk14demo14examplejp
0600001
北海道札幌市中央区北一条西99

若葉作業所
1390002804
希望ほむ
1390002812
虹色作業所
1390002820
四葉ほむ
1390002838
大地作業所
1390002846
清流ほむ
1390002853
白樺作業所
1390002861
星空ほむ
1390002879
海風作業所
1390002887
笑顔ほむ
1390002895
青空作業所
1390002903
日向ほむ
1390002911
'),
  (1791528730722, 'app-822c29fee1f7e426c461708c754d757b', '
kvr95wbx
合同会社中山青空会
伊藤直樹
0300001009
desk9demo9examplejp
1000001
東京都千代田区千代田99

希望作業所
1390003000
'),
  (1792046288661, 'req-ky2xhwfpmlqdzej47ui6xmfdyc', '
55xmkymd
c20016
'),
  (1792056430174, 'app-a5ba2a698c0238dae421209aba008b50', '
7pgwk3pg
一般社団法人宮町虹色の里
伊藤美咲
0300001017
desk17demo17examplejp
5300001
大阪府大阪市北区梅田99

四葉作業所
1390003406
'),
  (1792295315370, 'app-86bcc91076595732db93dc79e3eff9e1', '
64x435wy
特定非営利活動法人林町海風さぽと
井上花子
0300001018
desk18demo18examplejp
4600008
愛知県名古屋市中区栄99

大地作業所
1390003604
清流ほむ
1390003612
白樺作業所
1390003620
星空ほむ
1390003638
海風作業所
1390003646
'),
  (1792387582564, 'req-2trjtfbkmibkylqx6bfprrnvna', '
5xrrm8rb
c20019

清流作業所
1390003802

加藤翔太
'),
  (1792901506114, 'app-298310ef1c660d9027d181ec74dfdfd0', '
rym9g7y4
合同会社東田清流福祉会
井上太郎
0300001020
desk20demo20examplejp
1000001
東京都千代田区千代田99

白樺作業所
1390004008
星空ほむ
1390004016
'),
  (1792972094047, 'app-449d03128d8fe31200c1e75c2dc61f89', '
54qmmxkj
特定非営利活動法人高野海風けあ
小林美咲
0300001021
desk21demo21examplejp
8120011
福岡県福岡市博多区博多駅前99

星空作業所
1390004206
海風ほむ
1390004214
笑顔作業所
1390004222
青空ほむ
1390004230
日向作業所
1390004248
若葉ほむ
1390004255
希望作業所
1390004263
虹色ほむ
1390004271
四葉作業所
1390004289
大地ほむ
1390004297
清流作業所
1390004305
'),
  (1793084901427, 'app-805b7c4dca250e97243650c72d5691ac', '
99577tgk
特定非営利活動法人中田星空さぽと
吉田一郎
0300001022
desk22demo22examplejp
0600001
北海道札幌市中央区北一条西99

海風作業所
1390004404
笑顔ほむ
1390004412
青空作業所
1390004420
日向ほむ
1390004438
若葉作業所
1390004446
希望ほむ
1390004453
虹色作業所
1390004461
四葉ほむ
1390004479
'),
  (1793665178258, 'app-9be8c4e18c5d5386c87e31edbbb9ab05', '
nhr8fdnp
特定非営利活動法人森田白樺舎
佐々木恵子
0300001023
desk23demo23examplejp
0600001
北海道札幌市中央区北一条西99

笑顔作業所
1390004602
'),
  (1793769314646, 'app-04e406dfe48e2a662add1514ecef92b6', '
wynty53d
社会福祉法人西町笑顔の里
山口恵子
0300001024
desk24demo24examplejp
8120011
福岡県福岡市博多区博多駅前99

青空作業所
1390004800
日向ほむ
1390004818
若葉作業所
1390004826
希望ほむ
1390004834
虹色作業所
1390004842
四葉ほむ
1390004859
大地作業所
1390004867
清流ほむ
1390004875
白樺作業所
1390004883
星空ほむ
1390004891
'),
  (1793936291108, 'app-a7f6a646825ffeffc7bb34e80d8957d2', '
5gjyxxk6
合同会社北山星空けあ
伊藤大輔
0300001014
desk14demo14examplejp
0600001
北海道札幌市中央区北一条西99

日向作業所
1390005005
若葉ほむ
1390005013
希望作業所
1390005021
虹色ほむ
1390005039
四葉作業所
1390005047
大地ほむ
1390005054
清流作業所
1390005062
白樺ほむ
1390005070
星空作業所
1390005088
'),
  (1793950185905, 'app-5880b08134c66cf06eb93ac2620a2f61', '
k68239kd
株式会社長野海風会
渡辺裕子
0300001026
desk26demo26examplejp
1000001
東京都千代田区千代田99

若葉作業所
1390005203
希望ほむ
1390005211
虹色作業所
1390005229
四葉ほむ
1390005237
大地作業所
1390005245
'),
  (1793954126437, 'app-0310525b70cbdc82c730f37f7f7bf7f8', '
mw2tthwg
株式会社梅田四葉会
渡辺美咲
0300001027
desk27demo27examplejp
0600001
北海道札幌市中央区北一条西99

希望作業所
1390005401
虹色ほむ
1390005419
四葉作業所
1390005427
大地ほむ
1390005435
'),
  (1794204269402, 'app-987804b139d50cefafc929669d61aee8', '
j55t82cv
合同会社西野虹色福祉会
渡辺一郎
0300001028
desk28demo28examplejp
0600001
北海道札幌市中央区北一条西99

虹色作業所
1390005609
'),
  (1794365410906, 'app-4d394adc02fc3e5c0c059b37879e09c6', '
k8hdwghw
一般社団法人上田大地の里
吉田翔太
0300001029
desk29demo29examplejp
4600008
愛知県名古屋市中区栄99

四葉作業所
1390005807
'),
  (1794389754000, 'req-hvkx57jwwkxlz3o2vb6mrw6pgc', '
2yqfd5fn
c20030
'),
  (1794544767710, 'app-b34e364ee1910ed015bcc75311d381c9', '
2j8p5465
一般社団法人宮町虹色の里
伊藤美咲
0300001017
desk17demo17examplejp
5300001
大阪府大阪市北区梅田99

清流作業所
1390006201
'),
  (1794710841054, 'app-e0f41965b026f2e4c08dbdf72d417b59', '
6tf8yjxn
一般社団法人上丘若葉会
松本由美
0300001032
desk32demo32examplejp
4600008
愛知県名古屋市中区栄99

白樺作業所
1390006409
星空ほむ
1390006417
海風作業所
1390006425
'),
  (1794982252811, 'req-dlzvnucusg2ca4xm4mfryj6mth', '
xvqjn47c
c20033

星空作業所
1390006607

山口大輔
'),
  (1795221227113, 'req-mw7lipnr4ag734iopdknojcdeb', '
8gyknjm6
c20034

海風作業所
1390006805
笑顔ほむ
1390006813
青空作業所
1390006821
日向ほむ
1390006839
若葉作業所
1390006847
希望ほむ
1390006854
虹色作業所
1390006862
'),
  (1795230913878, 'req-staxpnxm3gcfq2pbk4kmnndycb', '
9kxyd9xy
c20035
'),
  (1795232680232, 'app-352465695f6622c196ff694a5658f6a8', '
db6cqqny
社会福祉法人林丘虹色の里
松本美咲
0300001036
desk36demo36examplejp
5300001
大阪府大阪市北区梅田99

青空作業所
1390007209
日向ほむ
1390007217
若葉作業所
1390007225
希望ほむ
1390007233
虹色作業所
1390007241
四葉ほむ
1390007258
大地作業所
1390007266
清流ほむ
1390007274
'),
  (1795242760745, 'app-0d68bea0cd11aa3a2bfd65472beebda6', '
cpxhtb3c
合同会社森丘若葉けあ
吉田恵子
0300001037
desk37demo0examplejp
4600008
愛知県名古屋市中区栄99

日向作業所
1390007407
若葉ほむ
1390007415
希望作業所
1390007423
虹色ほむ
1390007431
四葉作業所
1390007449
大地ほむ
1390007456
清流作業所
1390007464
白樺ほむ
1390007472
'),
  (1795489492435, 'app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', '
3r5jwnk5
特定非営利活動法人林町海風さぽと
井上花子
0300001018
desk18demo18examplejp
4600008
愛知県名古屋市中区栄99

若葉作業所
1390007605
'),
  (1795677625470, 'req-yabuo5irlkbeobuz6jdxgsmubf', '
rdkhnqph
c20039
');
insert into staff_accounts (name, role, password_hash, totp_secret, totp_step, setup_hash, setup_until, disabled_at, created_at, subject, generation) values
  ('佐藤 美咲', 'worker', null, null, 0, 'Fthxm-eY4L5tkqbQ5uEK-3N95m-hkXHGJKteE8ZV4OA', 1795885140502, null, 1795798740502, null, 1),
  ('鈴木 健太', 'worker', null, null, 0, 'wfIv5KWfm-XsTqEAnSiyS8vfbP85FEUpGqHhCEqi6cc', 1795885140502, null, 1795798740502, null, 1),
  ('高橋 陽子', 'worker', null, null, 0, 'j593087HsbMhkcGZ2QlcIohuCewODbDna1FnYTDvdJY', 1795885140502, null, 1795798740502, null, 1),
  ('demo', 'administrator', 'scrypt:15:8:3:jzUbvRk1s28NiSixsJaRTw:WNFIOYktR1E1mTIRztwrz_-nIOkC4qUEWCaEFTSIql4', 'Ii_7CAQQYp392YXxmlEaCO6V9ZblEtznas42sPO8yI2pko8TiREs3l1E7Istl0aN', 59859958, null, null, null, 1795798740502, null, 3);
insert into staff_recovery_codes (account, hash) values
  ('demo', '1vPioHK7ujpXIWNqn56HmWKF8gTw6hb9FphPMpMUvX0'),
  ('demo', 'S4j-LbYesM5W9OwyMa6vJkb9ERUu16cUgUj8UfcqfxE'),
  ('demo', '_7h6lBhm_bhhqB-Rmb7R-dhoCBWr2l6YyTydhiyKfWI'),
  ('demo', 'Rnak6ulNgbcfQrUTSzg4ZZWIzPqJEtDrdNFmZlMSjps'),
  ('demo', '6csIKUgdgRRhix0hdrkiQGY48YccHWLW60qAh94tnEg'),
  ('demo', 'yUwjxczXtyIIfgjoLYBEh0cA90HysdXYmLCapkT5mAc'),
  ('demo', 'K-rjloXcDfq9_jekt4Xt8G3m7qXw1SPAkgYbF0Gflmo'),
  ('demo', 'O6jO4b-xapSg2v9HWZUAILo4aeO0uTPVRVZTM-vJjxA');
insert into staff_sessions (id, account, created_at, seen_at, authenticated_at, id_token, generation) values
  ('z4TKWT76ZnYMWWFxUp42860WS-ddDrDrEw5UmKDmFd8', 'demo', 1795798740502, 1795798740502, null, null, 3);
insert into audit (id, at, who, via, action, subject, detail) values
  ('0000000001-ccf71a89-35b0-4f33-9a28-76a3bfb37bf8', 1785678577873, '鈴木 健太', 'console', 'status', 'CXXQ-TXHH', 'in_progress'),
  ('0000000002-1b9a9edc-f0c4-4e20-b858-234c3383a456', 1785691569482, '鈴木 健太', 'console', 'status', 'CXXQ-TXHH', 'done'),
  ('0000000003-f83f05fc-6e2a-4b41-9312-bdfc40b0ca6b', 1787572003597, '佐藤 美咲', 'console', 'status', 'D642-GCMY', 'in_progress'),
  ('0000000004-90dd215e-3cee-452a-9550-cbac1c88b16f', 1787578749427, '佐藤 美咲', 'console', 'status', 'D642-GCMY', 'done'),
  ('0000000005-bea25606-3f3d-41fc-9172-7b6eed73bba1', 1787760921772, '高橋 陽子', 'console', 'status', 'J4V7-3H2G', 'in_progress'),
  ('0000000006-99cc0ad3-3eed-4e99-8eeb-00c210d5a4da', 1787983610858, '高橋 陽子', 'console', 'status', 'XK4Q-BQ2P', 'in_progress'),
  ('0000000007-53054777-a0ef-4bd2-8f50-a655958c1dde', 1788309896423, '高橋 陽子', 'console', 'status', 'XK4Q-BQ2P', 'done'),
  ('0000000008-120e2066-0c38-4716-8bef-22bd03300d1a', 1788472948300, '高橋 陽子', 'console', 'correction_accepted', '5PXJ-82H4', '2'),
  ('0000000009-e3e84730-e294-4d10-b848-c7d6772dfa2e', 1788472948300, '高橋 陽子', 'console', 'notify', '5PXJ-82H4', ''),
  ('0000000010-10f3de41-5bf7-4fca-8c30-60966a76245a', 1788473008300, '高橋 陽子', 'console', 'status', '5PXJ-82H4', 'in_progress'),
  ('0000000011-4d1fccae-6ebc-4baa-8b69-322ac55b5a69', 1788486924592, '高橋 陽子', 'console', 'status', '5PXJ-82H4', 'done'),
  ('0000000012-b8616b60-09a0-4ac7-bdb5-ab518e49aa65', 1788599835149, '高橋 陽子', 'console', 'status', '3M7M-VD83', 'in_progress'),
  ('0000000013-9505d3b3-e624-4bb9-b094-0dfa35234be1', 1788599895149, '高橋 陽子', 'console', 'question', '3M7M-VD83', ''),
  ('0000000014-9c5ebc3b-575b-4255-8319-f406a7f4dfcd', 1788599895149, '高橋 陽子', 'console', 'notify', '3M7M-VD83', ''),
  ('0000000015-d11ad6ff-aa1a-491d-895c-a6ee2d4316da', 1788600735556, '高橋 陽子', 'console', 'settled', '3M7M-VD83', ''),
  ('0000000016-ed89bc6d-f64c-43a5-8253-fe83c5ba9e82', 1788601635963, '高橋 陽子', 'console', 'status', '3M7M-VD83', 'done'),
  ('0000000017-0b5baff5-0c72-43f0-b7c3-00016cfd899f', 1789029910679, '鈴木 健太', 'console', 'correction_accepted', 'P4DB-DVM6', '2'),
  ('0000000018-accadafd-f19c-4d39-b385-d1ace6b09ba9', 1789029910679, '鈴木 健太', 'console', 'notify', 'P4DB-DVM6', ''),
  ('0000000019-3d0a1ac9-0a83-4660-b2fd-c4bcbba4f1ba', 1789029970679, '鈴木 健太', 'console', 'status', 'P4DB-DVM6', 'in_progress'),
  ('0000000020-3c9c7447-5ade-4caa-a331-525db491e2b2', 1789429658614, '鈴木 健太', 'console', 'status', 'P4DB-DVM6', 'done'),
  ('0000000021-959875c8-aa46-4981-bcf1-1fefbdb9291b', 1789986735220, '佐藤 美咲', 'console', 'status', 'DNRR-YR7Q', 'in_progress'),
  ('0000000022-5eab17a1-612c-4661-9819-2ccd823397aa', 1790253814928, '佐藤 美咲', 'console', 'status', '9M63-VWQ9', 'in_progress'),
  ('0000000023-1d6d0d4e-b39d-472e-be7e-768fcf7192a8', 1790253874928, '佐藤 美咲', 'console', 'question', '9M63-VWQ9', ''),
  ('0000000024-9d6ce7d9-c3d1-4cc5-bd39-caf9fe5ace11', 1790253874928, '佐藤 美咲', 'console', 'notify', '9M63-VWQ9', ''),
  ('0000000025-4ec90609-2f8e-4108-9abf-7cb9aa894b17', 1790260320458, '佐藤 美咲', 'console', 'status', 'DNRR-YR7Q', 'rejected'),
  ('0000000026-ebb631c9-1b39-477c-8996-6cc0fd802d5d', 1790322042887, '佐藤 美咲', 'console', 'settled', '9M63-VWQ9', ''),
  ('0000000027-4b509a0d-5726-4f5d-ad3f-67bd944324f4', 1790390270846, '佐藤 美咲', 'console', 'status', '9M63-VWQ9', 'done'),
  ('0000000028-d18b205b-7644-482f-b62f-dd2d362b7fe7', 1790657419891, '高橋 陽子', 'console', 'status', '4YGF-29WK', 'in_progress'),
  ('0000000029-b85071d5-4665-4b09-ab67-a79621f24ed8', 1790744514898, '高橋 陽子', 'console', 'status', 'J56D-4GWG', 'in_progress'),
  ('0000000030-23190574-19b6-437b-8519-3cf23cb60970', 1790779226932, '高橋 陽子', 'console', 'status', 'J56D-4GWG', 'done'),
  ('0000000031-1af893ea-8510-4482-9068-68c36f7a3e65', 1790839631624, '佐藤 美咲', 'console', 'status', 'DRF8-YX4R', 'in_progress'),
  ('0000000032-750614fb-b393-4cf6-ac9e-2c11abe8811a', 1790841443440, '佐藤 美咲', 'console', 'status', 'JQH7-2WPB', 'in_progress'),
  ('0000000033-e7204ca2-4bc7-4c79-88a2-fd5412d60845', 1790860601172, '佐藤 美咲', 'console', 'status', 'DRF8-YX4R', 'done'),
  ('0000000034-7618b881-ddf5-40b0-8aac-988210e27d58', 1790941131733, '高橋 陽子', 'console', 'status', '4YGF-29WK', 'done'),
  ('0000000035-2e8fc593-f866-4ce3-b453-6867cebc4ad2', 1790992181030, '佐藤 美咲', 'console', 'status', 'JQH7-2WPB', 'done'),
  ('0000000036-432bd6d6-bbb5-458f-a822-2336ed1bdb63', 1791476564764, '鈴木 健太', 'console', 'status', '9KBM-3WBW', 'in_progress'),
  ('0000000037-7c36ab66-eac0-4653-92a9-74dc007529eb', 1791536018103, '高橋 陽子', 'console', 'status', 'FJRR-R8C2', 'in_progress'),
  ('0000000038-1d0aeeee-daec-4539-9115-ead2b5652077', 1791592050869, '高橋 陽子', 'console', 'status', 'KVR9-5WBX', 'in_progress'),
  ('0000000039-ce578886-5bad-4b91-87e9-5cdb2c9e7427', 1791724450994, '高橋 陽子', 'console', 'status', 'FJRR-R8C2', 'done'),
  ('0000000040-db6161b0-3ed3-40e8-837c-2b0681c0c1a3', 1791930462938, '高橋 陽子', 'console', 'status', 'KVR9-5WBX', 'done'),
  ('0000000041-18f45c60-dfb8-4120-add9-5cc13219a255', 1792056650299, '鈴木 健太', 'console', 'status', '55XM-KYMD', 'in_progress'),
  ('0000000042-72054cbd-c775-4242-9f4d-2929ca8aa5b3', 1792091505366, '鈴木 健太', 'console', 'status', '55XM-KYMD', 'rejected'),
  ('0000000043-a614c526-a7bc-4a27-b093-1123ba25e0a6', 1792163818128, '佐藤 美咲', 'console', 'status', '7PGW-K3PG', 'in_progress'),
  ('0000000044-63d4395b-86db-49a5-a319-9062ad34d7bf', 1792168047949, '佐藤 美咲', 'console', 'status', '7PGW-K3PG', 'done'),
  ('0000000045-e62e6471-19a5-46dd-ad86-eefdfdc53be1', 1792389353568, '佐藤 美咲', 'console', 'status', '64X4-35WY', 'in_progress'),
  ('0000000046-e4252bc6-1de4-441c-8b6f-76a4e9f76486', 1792391510511, '鈴木 健太', 'console', 'status', '5XRR-M8RB', 'in_progress'),
  ('0000000047-67e4ca91-34ea-4b21-a5b8-29cc465f6778', 1792528213976, '佐藤 美咲', 'console', 'status', '64X4-35WY', 'done'),
  ('0000000048-d4505468-c353-4fd1-9577-dcbf093b89c0', 1792676588343, '鈴木 健太', 'console', 'status', '5XRR-M8RB', 'done'),
  ('0000000049-26acee6a-4364-4a22-b990-fb24e94fae45', 1792912478278, '鈴木 健太', 'console', 'status', 'RYM9-G7Y4', 'in_progress'),
  ('0000000050-48543c12-bf16-488b-98da-bad0411f32ca', 1792930377834, '鈴木 健太', 'console', 'status', 'RYM9-G7Y4', 'done'),
  ('0000000051-9490a5a7-b6e4-49be-bdc2-bed6875a05bb', 1793070729654, '鈴木 健太', 'console', 'status', '54QM-MXKJ', 'in_progress'),
  ('0000000052-547ff1c9-d42d-4f50-bea5-18a0eabbd73f', 1793074531300, '鈴木 健太', 'console', 'status', '54QM-MXKJ', 'done'),
  ('0000000053-5ed1da00-d803-419a-bb75-fbe869bdb317', 1793120268294, '鈴木 健太', 'console', 'status', '9957-7TGK', 'in_progress'),
  ('0000000054-474ab9a5-731b-4941-8b15-7eda51d32d62', 1793123267599, '鈴木 健太', 'console', 'status', '9957-7TGK', 'done'),
  ('0000000055-84194970-1a4d-449e-9441-b71783ba2534', 1793721446123, '佐藤 美咲', 'console', 'status', 'NHR8-FDNP', 'in_progress'),
  ('0000000056-63a7dbb5-bfe8-4f13-94c8-a7cd160ced91', 1793787038499, '鈴木 健太', 'console', 'status', 'WYNT-Y53D', 'in_progress'),
  ('0000000057-6f50cbe7-63e2-44b2-a0bf-a34f43252468', 1793940187939, '鈴木 健太', 'console', 'status', '5GJY-XXK6', 'in_progress'),
  ('0000000058-bb76c536-70c5-4f47-8994-dec81fc10f96', 1793940247939, '鈴木 健太', 'console', 'question', '5GJY-XXK6', ''),
  ('0000000059-d18bd487-75d6-43d1-a9cd-6e28b7ca8f1e', 1793940247939, '鈴木 健太', 'console', 'notify', '5GJY-XXK6', ''),
  ('0000000060-156df6dc-009c-47f0-978c-c42e7378437a', 1793950131950, '鈴木 健太', 'console', 'settled', '5GJY-XXK6', ''),
  ('0000000061-dcb2130a-22f9-417a-b5b9-a93159935baa', 1793960075961, '鈴木 健太', 'console', 'status', '5GJY-XXK6', 'done'),
  ('0000000062-aea54e31-ad5d-41a7-a987-7c1f60813a4b', 1793960799112, '鈴木 健太', 'console', 'status', 'WYNT-Y53D', 'done'),
  ('0000000063-b698b71e-e3df-411f-89b4-e54d3d98960f', 1793977479434, '高橋 陽子', 'console', 'status', 'MW2T-THWG', 'in_progress'),
  ('0000000064-1f73e4c8-ecdd-4997-87c8-e6204274f42d', 1793980419712, '佐藤 美咲', 'console', 'status', 'K682-39KD', 'in_progress'),
  ('0000000065-0f42a65a-3ff7-4287-894e-377797244ba5', 1794007942121, '佐藤 美咲', 'console', 'status', 'NHR8-FDNP', 'done'),
  ('0000000066-fe9c2969-562e-4b24-a3bf-233415833a60', 1794211125353, '佐藤 美咲', 'console', 'status', 'K682-39KD', 'done'),
  ('0000000067-ec4c7555-97b9-4871-a510-846032f7c533', 1794214528167, '鈴木 健太', 'console', 'status', 'J55T-82CV', 'in_progress'),
  ('0000000068-864286ce-fac0-426d-b188-44aa9e074f61', 1794219787919, '鈴木 健太', 'console', 'status', 'J55T-82CV', 'done'),
  ('0000000069-4a43d0b5-f16b-472a-8fbd-229c68e17cf2', 1794380349700, '高橋 陽子', 'console', 'status', 'MW2T-THWG', 'done'),
  ('0000000070-18375ae0-5ff1-4e05-8a19-d13ef73fb2c2', 1794408884388, '佐藤 美咲', 'console', 'status', '2YQF-D5FN', 'in_progress'),
  ('0000000071-1ec398a2-7d97-4cea-8fb5-7db7f2ffcac3', 1794466651297, '鈴木 健太', 'console', 'status', 'K8HD-WGHW', 'in_progress'),
  ('0000000072-5b733533-de88-40f3-9563-cf13d4ba30a3', 1794546731241, '高橋 陽子', 'console', 'status', '2J8P-5465', 'in_progress'),
  ('0000000073-3f4804d5-e7a7-4b7a-9aea-ec6ed6f73d0b', 1794637642407, '鈴木 健太', 'console', 'status', 'K8HD-WGHW', 'done'),
  ('0000000074-0ae9a295-9aae-45b0-b84a-c4be6c1aa6db', 1794712293790, '高橋 陽子', 'console', 'status', '6TF8-YJXN', 'in_progress'),
  ('0000000075-68cba77f-68b7-4475-8695-62698224e5de', 1794833623739, '高橋 陽子', 'console', 'status', '6TF8-YJXN', 'done'),
  ('0000000076-02f62d8e-bf44-4f62-8196-45034eb43087', 1794865286354, '高橋 陽子', 'console', 'status', '2J8P-5465', 'done'),
  ('0000000077-04579af6-e8b0-42a3-a2f9-f8e0650c728c', 1794983610069, '鈴木 健太', 'console', 'status', 'XVQJ-N47C', 'in_progress'),
  ('0000000078-d4ea5d2c-f316-4f76-8e95-c30137f34a8f', 1795186707526, '鈴木 健太', 'console', 'status', 'XVQJ-N47C', 'done'),
  ('0000000079-8afa25b8-c0ba-4358-a790-dc5bacd43f52', 1795282814876, '佐藤 美咲', 'console', 'status', 'DB6C-QQNY', 'in_progress'),
  ('0000000080-b12c2e69-2191-49be-9b90-524234e97d31', 1795798740502, 'demo', 'command', 'account_added', '佐藤 美咲', '対応'),
  ('0000000081-e159854e-2ee7-44a6-94cc-708e7a120dfb', 1795798740502, 'demo', 'command', 'account_added', '鈴木 健太', '対応'),
  ('0000000082-9849f6b1-57cf-43e3-b36a-8d9f3ecbea1b', 1795798740502, 'demo', 'command', 'account_added', '高橋 陽子', '対応'),
  ('0000000083-d63be7a8-34a2-4858-b04e-eb78ae99d6e9', 1795798740502, 'demo', 'command', 'account_added', 'demo', '管理'),
  ('0000000084-e14bf56e-091f-4f21-bb62-c07e853e22d4', 1795798740502, 'demo', 'console', 'setup', '', '');
insert into changes (application, version, place, acknowledged_version, acknowledged_at) values
  ('app-567b1dc7b03b2abb07924f8233c7d257', 3, null, 0, null),
  ('app-c77ad72786eba9b740255487ecca88e9', 3, null, 0, null),
  ('app-cc2ff822511015204da42d0a018a0b39', 2, null, 0, null),
  ('app-9a72aa260cd4879ec1c2cc75e3d9b17e', 3, null, 0, null),
  ('app-0cc6f7781607c7c0cc0e292d67718418', 4, null, 0, null),
  ('app-aab119ac9ec9fad8426c1582ddc5a46c', 3, null, 0, null),
  ('app-209fb2c67ce74480d8b9955b392c5c56', 4, null, 0, null),
  ('req-yteakc7xmxy3lw6jh4ogonm2fe', 3, null, 0, null),
  ('app-4ae5a89b9abe9b6404ac5396cf3e8a42', 3, null, 0, null),
  ('app-b45cb0a9b015e019d5a9bf51a3ce6f36', 3, null, 0, null),
  ('req-i2eobiw5ldhw3q3ge6pyftyctg', 3, null, 0, null),
  ('app-5e9eee933e44ed0284a70248fc76f206', 3, null, 0, null),
  ('req-qfogmihasgcfw4k53nyxfxw3cd', 3, null, 0, null),
  ('app-e560ce0eae6c84fd4fe13bb75ec40a4f', 2, null, 0, null),
  ('app-e3863162388486bffcaaece281327f81', 3, null, 0, null),
  ('app-822c29fee1f7e426c461708c754d757b', 3, null, 0, null),
  ('req-ky2xhwfpmlqdzej47ui6xmfdyc', 3, null, 0, null),
  ('app-a5ba2a698c0238dae421209aba008b50', 3, null, 0, null),
  ('app-86bcc91076595732db93dc79e3eff9e1', 3, null, 0, null),
  ('req-2trjtfbkmibkylqx6bfprrnvna', 3, null, 0, null),
  ('app-298310ef1c660d9027d181ec74dfdfd0', 3, null, 0, null),
  ('app-449d03128d8fe31200c1e75c2dc61f89', 3, null, 0, null),
  ('app-805b7c4dca250e97243650c72d5691ac', 3, null, 0, null),
  ('app-9be8c4e18c5d5386c87e31edbbb9ab05', 3, null, 0, null),
  ('app-04e406dfe48e2a662add1514ecef92b6', 3, null, 0, null),
  ('app-a7f6a646825ffeffc7bb34e80d8957d2', 3, null, 0, null),
  ('app-5880b08134c66cf06eb93ac2620a2f61', 3, null, 0, null),
  ('app-0310525b70cbdc82c730f37f7f7bf7f8', 3, null, 0, null),
  ('app-987804b139d50cefafc929669d61aee8', 3, null, 0, null),
  ('app-4d394adc02fc3e5c0c059b37879e09c6', 3, null, 0, null),
  ('req-hvkx57jwwkxlz3o2vb6mrw6pgc', 2, null, 0, null),
  ('app-b34e364ee1910ed015bcc75311d381c9', 3, null, 0, null),
  ('app-e0f41965b026f2e4c08dbdf72d417b59', 3, null, 0, null),
  ('req-dlzvnucusg2ca4xm4mfryj6mth', 3, null, 0, null),
  ('req-mw7lipnr4ag734iopdknojcdeb', 1, null, 0, null),
  ('req-staxpnxm3gcfq2pbk4kmnndycb', 1, null, 0, null),
  ('app-352465695f6622c196ff694a5658f6a8', 2, null, 0, null),
  ('app-0d68bea0cd11aa3a2bfd65472beebda6', 1, null, 0, null),
  ('app-8d2dd5c8a920ee7b1b49c9aa1abf88fb', 1, null, 0, null),
  ('req-yabuo5irlkbeobuz6jdxgsmubf', 1, null, 0, null);
delete from change_batches;
insert into change_batches (id, last) values
  (1, 0);
