#pragma once

namespace brigade::bench {

/// brigade-bench profile [--ranks N] [--name NAME] [-o FILE]: measures this machine's profile, and
/// writes it as brigade-plan --profile FILE reads it. The arguments begin with "profile".
int measure_profile(int argc, char **argv);

} // namespace brigade::bench
