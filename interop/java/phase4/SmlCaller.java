import com.helger.peppol.smlclient.ManageParticipantIdentifierServiceCaller;
import com.helger.peppol.smlclient.ManageServiceMetadataServiceCaller;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.wsclient.WSClientConfig;
import java.net.URI;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** peppol-commons' SML client, with the certificate of phoss SMP. */
final class SmlCaller {
  private final Stores stores;

  SmlCaller(Stores stores) {
    this.stores = stores;
  }

  /** Arguments: sml, smpId, action, and what the action needs. Answers the fault's name, or what was read. */
  Object call(Map<String, String> in, byte[] body) throws Exception {
    var smps = new ManageServiceMetadataServiceCaller(URI.create(in.get("sml") + "/manageservicemetadata").toURL());
    var participants = new ManageParticipantIdentifierServiceCaller(
        URI.create(in.get("sml") + "/manageparticipantidentifier").toURL());
    secure(smps);
    secure(participants);
    var id = PeppolIdentifierFactory.INSTANCE.createParticipantIdentifierWithDefaultScheme(
        in.getOrDefault("participant", "0088:7300010000001"));
    var smpId = in.get("smpId");
    try {
      switch (in.get("action")) {
        case "create-smp" -> smps.create(smpId, "127.0.0.1", in.get("url"));
        case "update-smp" -> smps.update(smpId, "127.0.0.1", in.get("url"));
        case "read-smp" -> {
          return smps.read(smpId).getPublisherEndpoint().getLogicalAddress();
        }
        case "delete-smp" -> smps.delete(smpId);
        case "create" -> participants.create(smpId, id);
        case "delete" -> participants.delete(smpId, id);
        case "list" -> {
          var page = participants.list("", smpId);
          return String.valueOf(page.getParticipantIdentifierCount());
        }
        case "prepare" -> {
          return participants.prepareToMigrate(id, smpId);
        }
        default -> participants.migrate(id, in.get("migrationKey"), smpId);
      }
    } catch (Exception fault) {
      return fault.getClass().getSimpleName();
    }
    return "done";
  }

  private void secure(WSClientConfig caller) throws Exception {
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(stores.open("phoss-smp"), Stores.PASSWORD.toCharArray());
    var trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(stores.open("tls-trust"));
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    caller.setSSLSocketFactory(tls.getSocketFactory());
  }
}
